-- Who wants no reminders at an address or a number. By the contact, since a family shares one and a visitor's bookings have a record each.
CREATE TABLE "contact_opt_outs" (
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "contact_opt_outs_pkey" PRIMARY KEY("key", "kind"),
	CONSTRAINT "contact_opt_outs_kind" CHECK (kind IN ('reminders')),
	CONSTRAINT "contact_opt_outs_channel" CHECK (channel IN ('email', 'sms'))
);
