-- Whether the provider said that a second factor was shown there; and whose step follows a provider's sign-in, which stands where
-- passwords are switched off.
ALTER TABLE oidc_sign_ins ADD COLUMN second_factor boolean NOT NULL DEFAULT false;
ALTER TABLE factor_steps ADD COLUMN by_provider boolean NOT NULL DEFAULT false;
