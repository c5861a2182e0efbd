-- Made 2026-11-28T02:39:52.721Z by tests/upgrade/dump.ts. Everybody in it is invented.
INSERT INTO api_keys ("id","name","key_hash","scopes","locations","made_by","made_at","expires_at","last_used_at","ended_at") OVERRIDING SYSTEM VALUE VALUES
('e361957f-7a41-43f1-8469-4a53d09dbc57','Practice program','C6D_ZyMO8kZJLgC0AkwvclnrHvgSWwB-Jn3aaVr5AnY','{appointments.read}','{fct}','55eac39c-8713-41de-a36b-e9de50cb44cc','2026-11-28 02:37:42.434+00','2027-06-30 23:00:00+00',NULL,NULL);
INSERT INTO appointments ("id","reference","patient_id","doctor_id","doctor_chosen","location","service_id","service_text","appointment_type","tariff","starts_at","ends_at","status","complaint","version","created_at","cancel_reason","language","booked_by","marks","caller","consent_at","consent_text","visit","arrived_at","in_chair_at","done_at","no_show_at","full_ends_at","patient_confirmed_at","channel","reachable","moved","waiting_since","urgent","overrides","told","tell_at","moved_at","remind_at","patient_cancelled_at","cancelled_from","updated_at") OVERRIDING SYSTEM VALUE VALUES
('0142b96c-d887-4cc3-bd10-9e0ae5dc6963','HGW9DJ6F','680f5f15-8eea-4f8b-a967-6cb3b8f579c9','fct-musa','false','fct','teeth-whitening','Teeth Whitening','procedure',NULL,'2026-12-11 12:30:00+00','2026-12-11 13:30:00+00','open','Check-up before travelling.','1','2026-11-27 02:37:08.872+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-12-11T13:30:00+00:00", "doctorId": "fct-musa", "location": "fct", "startsAt": "2026-12-11T12:30:00+00:00"}',NULL,NULL,'2026-12-09 12:30:00+00',NULL,NULL,'2026-11-28 02:37:09.143+00'),
('09793278-55ce-46db-afc4-14b60807c043','Y69DGWHF','e6c13f2d-2cc6-4113-aeed-921e2ed8dbb4','fct-okafor','false','fct','deep-cleaning','Deep Cleaning','procedure',NULL,'2026-11-27 09:30:00+00','2026-11-27 10:15:00+00','confirmed','A filling came out.','1','2026-11-26 09:30:00+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,'done','2026-11-27 09:24:00+00','2026-11-27 09:34:00+00','2026-11-27 10:15:00+00',NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-11-27T10:15:00+00:00", "doctorId": "fct-okafor", "location": "fct", "startsAt": "2026-11-27T09:30:00+00:00"}',NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('10f706e2-35e2-437b-ad42-979ecb7af666','AXQ77EC6','6783b368-58bb-499b-9baa-a9fd4669e7a5','fct-okafor','true','fct','crowns','Crowns or Dentures or Bridges','procedure',NULL,'2026-12-03 13:30:00+00','2026-12-03 14:30:00+00','confirmed','Pain in the lower left when I bite.','1','2026-11-26 02:37:08.872+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-12-03T14:30:00+00:00", "doctorId": "fct-okafor", "location": "fct", "startsAt": "2026-12-03T13:30:00+00:00"}',NULL,NULL,'2026-12-01 13:30:00+00',NULL,NULL,'2026-11-28 02:37:09.143+00'),
('129fbb0b-6ce6-4efb-bb9b-09b3dbc4b222','E6YEKQTF','e4f25dc6-0c80-4f97-8d38-a9fc502d875f','fct-okafor','false','fct','tooth-pain','Tooth Pain','consultation',NULL,'2026-12-03 10:00:00+00','2026-12-03 10:30:00+00','open','','2','2026-11-28 02:37:42.116361+00',NULL,'en',NULL,'{}','JAxUQ66NEp0Z.G1CH7NMu0cEv.-',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:38:41.455+00','web','true','0',NULL,'false','{}','{"endsAt": "2026-12-03T10:30:00.000Z", "doctorId": "fct-okafor", "location": "fct", "startsAt": "2026-12-03T10:00:00.000Z"}',NULL,NULL,'2026-12-01 10:00:00+00',NULL,NULL,'2026-11-28 02:38:41.457+00'),
('19ad0996-aad2-44f6-9fb0-9a553b252b98','HXYWMT36','a78cad44-ce72-4c1f-a55e-00daf5b9f680','fct-musa','true','fct','scaling-polishing','Scaling and Polishing','procedure',NULL,'2026-12-04 10:00:00+00','2026-12-04 10:45:00+00','confirmed','My gum bleeds when I brush.','1','2026-11-19 02:37:08.872+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-12-04T10:45:00+00:00", "doctorId": "fct-musa", "location": "fct", "startsAt": "2026-12-04T10:00:00+00:00"}',NULL,NULL,'2026-12-02 10:00:00+00',NULL,NULL,'2026-11-28 02:37:09.143+00'),
('1af228f4-17e3-411d-ba28-5e9e68bc9b6c','3EK3GXA3','5332f6fe-0bc9-41be-adcf-cac78869e57a','fct-okafor','false','fct','scaling-polishing','Scaling and Polishing','procedure',NULL,'2026-11-27 15:00:00+00','2026-11-27 15:45:00+00','confirmed','Pain in the lower left when I bite.','1','2026-11-20 15:00:00+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-11-27T15:45:00+00:00", "doctorId": "fct-okafor", "location": "fct", "startsAt": "2026-11-27T15:00:00+00:00"}',NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('1fd2bcee-044e-42ba-b88e-343529dd546f','RJGPM7JT','09db13c4-f888-4e6f-9d61-81765e23ad7c','fct-okafor','false','fct','crowns','Crowns or Dentures or Bridges','procedure',NULL,'2026-11-27 12:30:00+00','2026-11-27 13:30:00+00','confirmed','','1','2026-11-23 12:30:00+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-11-27T13:30:00+00:00", "doctorId": "fct-okafor", "location": "fct", "startsAt": "2026-11-27T12:30:00+00:00"}',NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('207b7194-b2eb-4907-ac33-2657e03aff8a','TJ6A36DQ','4c3f154f-892b-4df2-926c-6a8296f6f284','fct-okafor','false','fct','root-canal','Root Canal Therapy','procedure',NULL,'2026-12-04 09:30:00+00','2026-12-04 11:00:00+00','confirmed','Wisdom tooth swelling.','1','2026-11-26 02:37:08.872+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-12-04T11:00:00+00:00", "doctorId": "fct-okafor", "location": "fct", "startsAt": "2026-12-04T09:30:00+00:00"}',NULL,NULL,'2026-12-02 09:30:00+00',NULL,NULL,'2026-11-28 02:37:09.143+00'),
('24690010-1778-49ec-a055-66244505cd81','XKHW69GT','79caebbf-f91f-409f-ab51-d9cc3a2a9859','fct-danjuma','false','fct','consultation','Consultation','consultation',NULL,'2026-12-04 10:30:00+00','2026-12-04 11:00:00+00','confirmed','','1','2026-11-28 02:37:42.148892+00',NULL,'en','55eac39c-8713-41de-a36b-e9de50cb44cc','{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'phone','true','0',NULL,'false','{}','{"endsAt": "2026-12-04T11:00:00.000Z", "doctorId": "fct-danjuma", "location": "fct", "startsAt": "2026-12-04T10:30:00.000Z"}','2026-11-28 02:38:42.136+00',NULL,'2026-12-02 10:30:00+00',NULL,NULL,'2026-11-28 02:37:42.148+00'),
('392e022f-f1cd-486f-abb6-60ba6e36ac48','JYD6FM39','209914d0-77a6-45b5-9d27-18756cdbe039','fct-okafor','false','fct','routine-check-up','Routine Check-Up','consultation',NULL,'2026-12-03 15:30:00+00','2026-12-03 15:50:00+00','confirmed','A filling came out.','1','2026-11-27 02:37:08.872+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-12-03T15:50:00+00:00", "doctorId": "fct-okafor", "location": "fct", "startsAt": "2026-12-03T15:30:00+00:00"}',NULL,NULL,'2026-12-01 15:30:00+00',NULL,NULL,'2026-11-28 02:37:09.143+00'),
('432163d4-ede3-4fc3-9b37-861b4e3859f9','WJAA7R6N','c9c21069-c553-4d3f-9d19-de28d5919af8','fct-okafor','true','fct','deep-cleaning','Deep Cleaning','procedure',NULL,'2026-12-01 11:30:00+00','2026-12-01 12:15:00+00','confirmed','Sensitive to cold water.','1','2026-11-18 02:37:08.872+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-12-01T12:15:00+00:00", "doctorId": "fct-okafor", "location": "fct", "startsAt": "2026-12-01T11:30:00+00:00"}',NULL,NULL,'2026-11-29 11:30:00+00',NULL,NULL,'2026-11-28 02:37:09.143+00'),
('476774db-de5a-44bc-945c-d250b28f4503','W3GR9WJD','238c25a7-5230-4c92-8a01-1a4c94cc8c23','fct-musa','true','fct','teeth-whitening','Teeth Whitening','procedure',NULL,'2026-12-04 11:30:00+00','2026-12-04 12:30:00+00','confirmed','Pain in the lower left when I bite.','1','2026-11-26 02:37:08.872+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-12-04T12:30:00+00:00", "doctorId": "fct-musa", "location": "fct", "startsAt": "2026-12-04T11:30:00+00:00"}',NULL,NULL,'2026-12-02 11:30:00+00',NULL,NULL,'2026-11-28 02:37:09.143+00'),
('5e9dfd8e-8e2a-49ae-99d9-66190c3a5df7','XW3XCKAH','93354963-dd91-48da-ba75-84c9ec41a102','fct-musa','false','fct','tooth-pain','Tooth Pain','consultation',NULL,'2026-12-03 08:30:00+00','2026-12-03 09:00:00+00','confirmed','','1','2026-11-23 02:37:08.872+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-12-03T09:00:00+00:00", "doctorId": "fct-musa", "location": "fct", "startsAt": "2026-12-03T08:30:00+00:00"}',NULL,NULL,'2026-12-01 08:30:00+00',NULL,NULL,'2026-11-28 02:37:09.143+00'),
('6e6e699c-793a-4619-8ec1-d74ea48ccd93','DJGXQGXY','abddb7e3-cf46-4c55-93fe-8170b9cbb06f','fct-okafor','false','fct','teeth-whitening','Teeth Whitening','procedure',NULL,'2026-11-30 10:00:00+00','2026-11-30 11:00:00+00','confirmed','Check-up before travelling.','1','2026-11-21 02:37:08.872+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-11-30T11:00:00+00:00", "doctorId": "fct-okafor", "location": "fct", "startsAt": "2026-11-30T10:00:00+00:00"}',NULL,NULL,'2026-11-28 10:00:00+00',NULL,NULL,'2026-11-28 02:37:09.143+00'),
('895434f9-0e3a-47ad-8a65-9fe73ed9e38b','JPYDK3DR','4f98f7fe-a5f1-4d67-8f4d-27c8b2d84e91','fct-okafor','false','fct','tooth-pain','Tooth Pain','consultation',NULL,'2026-11-30 08:30:00+00','2026-11-30 09:00:00+00','open','','1','2026-11-28 02:37:41.966213+00',NULL,'en',NULL,'{}','JAxUQ66NEp0Z.G1CH7NMu0cEv.-',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-11-30T09:00:00.000Z", "doctorId": "fct-okafor", "location": "fct", "startsAt": "2026-11-30T08:30:00.000Z"}',NULL,NULL,'2026-11-28 08:30:00+00',NULL,NULL,'2026-11-28 02:37:41.966+00'),
('8faa33db-35b6-41c6-9b23-34f5b68877b4','JTPFGFDT','7cb325fd-bd09-4c5f-8e18-a24c9535228a','fct-okafor','false','fct','deep-cleaning','Deep Cleaning','procedure',NULL,'2026-12-01 14:00:00+00','2026-12-01 14:45:00+00','confirmed','','1','2026-11-21 02:37:08.872+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-12-01T14:45:00+00:00", "doctorId": "fct-okafor", "location": "fct", "startsAt": "2026-12-01T14:00:00+00:00"}',NULL,NULL,'2026-11-29 14:00:00+00',NULL,NULL,'2026-11-28 02:37:09.143+00'),
('9855bf7d-83e7-4fb2-8859-5a9c849fc203','AM7CJGQK','ead7d685-841f-4d03-9941-28e698611a45','fct-musa','true','fct','routine-check-up','Routine Check-Up','consultation',NULL,'2026-11-28 09:30:00+00','2026-11-28 09:50:00+00','open','I would like whiter teeth for my wedding.','1','2026-11-19 02:37:08.872+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-11-28T09:50:00+00:00", "doctorId": "fct-musa", "location": "fct", "startsAt": "2026-11-28T09:30:00+00:00"}',NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('9dae1633-042e-4045-b583-e5dfe2b5eb5a','KDC3KAKA','02310868-d9d7-4c77-a462-e6da62af0ece','fct-okafor','true','fct','crowns','Crowns or Dentures or Bridges','procedure',NULL,'2026-11-27 10:30:00+00','2026-11-27 11:30:00+00','confirmed','Sensitive to cold water.','1','2026-11-23 10:30:00+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,'done','2026-11-27 10:24:00+00','2026-11-27 10:33:00+00','2026-11-27 11:30:00+00',NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-11-27T11:30:00+00:00", "doctorId": "fct-okafor", "location": "fct", "startsAt": "2026-11-27T10:30:00+00:00"}',NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('a9857de1-81fa-4566-8a76-23450c1340e1','EY3YE7JR','9dbe2884-be4b-47e9-9ce8-a78431d2a2bc','fct-okafor','false','fct','bleeding-gum','Bleeding in the gum','consultation',NULL,'2026-12-01 10:00:00+00','2026-12-01 10:30:00+00','open','Check-up before travelling.','1','2026-11-19 02:37:08.872+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-12-01T10:30:00+00:00", "doctorId": "fct-okafor", "location": "fct", "startsAt": "2026-12-01T10:00:00+00:00"}',NULL,NULL,'2026-11-29 10:00:00+00',NULL,NULL,'2026-11-28 02:37:09.143+00'),
('b4f52bd7-69bb-41d4-a86f-9fa11a35c215','RCNMFXP6','cfc33b86-c106-49a7-ba0a-12eba0d18c24','fct-musa','true','fct','implant','Dental Implant','procedure',NULL,'2026-11-27 09:30:00+00','2026-11-27 11:30:00+00','confirmed','Pain in the lower left when I bite.','1','2026-11-19 09:30:00+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,'done','2026-11-27 09:21:00+00','2026-11-27 09:34:00+00','2026-11-27 11:30:00+00',NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-11-27T11:30:00+00:00", "doctorId": "fct-musa", "location": "fct", "startsAt": "2026-11-27T09:30:00+00:00"}',NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('b58bbcb4-3a56-4749-b239-0f92a5084c60','YWWYMPHT','7fcc908f-2c6d-4883-96bb-51f876d350ef','fct-okafor','false','fct','bleeding-gum','Bleeding in the gum','consultation',NULL,'2026-12-04 14:30:00+00','2026-12-04 15:00:00+00','cancelled','I would like whiter teeth for my wedding.','2','2026-11-26 02:37:08.872+00','The dentist is ill.','en',NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-12-04T15:00:00+00:00", "doctorId": "fct-okafor", "location": "fct", "startsAt": "2026-12-04T14:30:00+00:00"}',NULL,NULL,'2026-12-02 14:30:00+00',NULL,NULL,'2026-11-28 02:38:41.572+00'),
('b6d1d95b-dcd3-4a31-bdfc-b5fdf84331c2','DNX7MQ34','7fe34be7-95b8-455b-a10a-09e0c7eb54f9','fct-musa','true','fct','routine-check-up','Routine Check-Up','consultation',NULL,'2026-11-27 15:00:00+00','2026-11-27 15:20:00+00','confirmed','I would like whiter teeth for my wedding.','1','2026-11-23 15:00:00+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,'no_show',NULL,NULL,NULL,'2026-11-27 15:15:00+00',NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-11-27T15:20:00+00:00", "doctorId": "fct-musa", "location": "fct", "startsAt": "2026-11-27T15:00:00+00:00"}',NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('ce11f103-41cb-47b0-a52f-9877fe81f1be','X6HYJWJ6','e953dd99-af3d-4b1d-841c-1c676958cd84','fct-okafor','false','fct','deep-cleaning','Deep Cleaning','procedure',NULL,'2026-12-01 09:00:00+00','2026-12-01 09:45:00+00','confirmed','Wisdom tooth swelling.','1','2026-11-18 02:37:08.872+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-12-01T09:45:00+00:00", "doctorId": "fct-okafor", "location": "fct", "startsAt": "2026-12-01T09:00:00+00:00"}',NULL,NULL,'2026-11-29 09:00:00+00',NULL,NULL,'2026-11-28 02:37:09.143+00'),
('cf78faae-df22-4078-a4a3-224ff8d55668','XKMTAG7A','a60b598e-55ef-4eea-b469-89a9be09eb69','fct-okafor','false','fct',NULL,'Consultation','consultation',NULL,'2026-11-28 02:19:00+00','2026-11-28 02:49:00+00','confirmed','A crown has come off.','1','2026-11-27 14:37:08.872+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'walk_in','true','0','2026-11-28 02:19:08.872+00','true','{}',NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('d05584d4-2aaf-4e3f-91d0-110c3d74e6db','PM3TXJQF','b5759166-adc9-4fc6-8859-99e46021fdbc','fct-musa','false','fct','tooth-pain','Tooth Pain','consultation',NULL,'2026-11-27 12:30:00+00','2026-11-27 13:00:00+00','confirmed','Wisdom tooth swelling.','1','2026-11-18 12:30:00+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,'done','2026-11-27 12:27:00+00','2026-11-27 12:35:00+00','2026-11-27 13:00:00+00',NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-11-27T13:00:00+00:00", "doctorId": "fct-musa", "location": "fct", "startsAt": "2026-11-27T12:30:00+00:00"}',NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('d0969b3c-1061-4dae-b0b6-2ba53691ac8b','F4DGW7JC','68f114ec-23c9-4175-a269-2de8f17b9e3f','fct-okafor','true','fct','other','Other','consultation',NULL,'2026-11-26 10:30:00+00','2026-11-26 11:00:00+00','confirmed','','1','2026-11-16 10:30:00+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,'done','2026-11-26 10:21:00+00','2026-11-26 10:32:00+00','2026-11-26 11:00:00+00',NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-11-26T11:00:00+00:00", "doctorId": "fct-okafor", "location": "fct", "startsAt": "2026-11-26T10:30:00+00:00"}',NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('d5819d3f-6af1-4907-9294-473ce977b951','NQQWHHEG','415b327b-9b11-4e04-85a2-d9bd7f73ab95','fct-okafor','false','fct','deep-cleaning','Deep Cleaning','procedure',NULL,'2026-11-30 14:30:00+00','2026-11-30 15:15:00+00','open','','1','2026-11-18 02:37:08.872+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-11-30T15:15:00+00:00", "doctorId": "fct-okafor", "location": "fct", "startsAt": "2026-11-30T14:30:00+00:00"}',NULL,NULL,'2026-11-28 14:30:00+00',NULL,NULL,'2026-11-28 02:37:09.143+00'),
('e0b5d281-55be-4fac-a708-413919fadc3d','ATA6MHNF','ac2727f0-77c0-4f83-91c3-a6abd545bf37','fct-musa','true','fct','crowns','Crowns or Dentures or Bridges','procedure',NULL,'2026-11-30 12:30:00+00','2026-11-30 13:30:00+00','confirmed','','1','2026-11-23 02:37:08.872+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-11-30T13:30:00+00:00", "doctorId": "fct-musa", "location": "fct", "startsAt": "2026-11-30T12:30:00+00:00"}',NULL,NULL,'2026-11-28 12:30:00+00',NULL,NULL,'2026-11-28 02:37:09.143+00'),
('e8a78668-7b04-484d-ad61-efeb42fd0244','FW36XWRA','4a1d1451-5b42-4499-84c9-eaf1bb79686b','fct-okafor','true','fct','root-canal','Root Canal Therapy','procedure',NULL,'2026-11-26 13:00:00+00','2026-11-26 14:30:00+00','confirmed','','1','2026-11-25 13:00:00+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,'done','2026-11-26 12:54:00+00','2026-11-26 13:05:00+00','2026-11-26 14:30:00+00',NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-11-26T14:30:00+00:00", "doctorId": "fct-okafor", "location": "fct", "startsAt": "2026-11-26T13:00:00+00:00"}',NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('e97e8cf0-ef6e-494d-80cb-59db70546699','CCK3PHFK','f7f7fc00-0a60-40f4-81ca-87fd8fb8cfad','fct-okafor','false','fct','root-canal','Root Canal Therapy','procedure',NULL,'2026-12-02 08:30:00+00','2026-12-02 10:00:00+00','open','A filling came out.','1','2026-11-28 02:25:08.872+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-12-02T10:00:00+00:00", "doctorId": "fct-okafor", "location": "fct", "startsAt": "2026-12-02T08:30:00+00:00"}',NULL,NULL,'2026-11-30 08:30:00+00',NULL,NULL,'2026-11-28 02:37:09.143+00'),
('eebfb8dc-0335-4e26-a54d-66a1f15517ad','7ETEREEG','a630da8d-dc42-48bf-a7e3-bcf6b8a2f6a6','fct-okafor','true','fct','crowns','Crowns or Dentures or Bridges','procedure',NULL,'2026-11-28 11:00:00+00','2026-11-28 12:00:00+00','open','Sensitive to cold water.','1','2026-11-21 02:37:08.872+00',NULL,'en',NULL,'{asked_to_call}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-11-28T12:00:00+00:00", "doctorId": "fct-okafor", "location": "fct", "startsAt": "2026-11-28T11:00:00+00:00"}',NULL,NULL,'2026-11-28 08:00:00+00',NULL,NULL,'2026-11-28 02:37:09.143+00'),
('f0cc9c8b-6e09-4639-8edf-ddb4e8f84f47','3CN6D7F9','016a35ee-12f3-44ec-8cdf-b94a65d556cc','fct-okafor','true','fct','scaling-polishing','Scaling and Polishing','procedure',NULL,'2026-11-26 08:00:00+00','2026-11-26 08:45:00+00','confirmed','Sensitive to cold water.','1','2026-11-25 08:00:00+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,'no_show',NULL,NULL,NULL,'2026-11-26 08:15:00+00',NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-11-26T08:45:00+00:00", "doctorId": "fct-okafor", "location": "fct", "startsAt": "2026-11-26T08:00:00+00:00"}',NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('f13ca597-6604-4481-ac2e-08e4bce31829','DETKGHEK','cb965cf8-1283-4306-adb5-561551ddb23d','fct-danjuma','false','fct','tooth-pain','Tooth Pain','consultation',NULL,'2026-12-02 09:30:00+00','2026-12-02 10:00:00+00','open','','2','2026-11-28 02:37:42.079325+00',NULL,'en',NULL,'{asked_to_call}','JAxUQ66NEp0Z.G1CH7NMu0cEv.-',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-12-02T10:00:00.000Z", "doctorId": "fct-danjuma", "location": "fct", "startsAt": "2026-12-02T09:30:00.000Z"}',NULL,NULL,'2026-11-30 09:30:00+00',NULL,NULL,'2026-11-28 02:37:42.079+00'),
('f6d8406e-d900-499d-8707-eec82683b7b7','3ATW6H4X','a04737c2-5285-49a0-a955-b31690691752','fct-musa','false','fct','veneers','Veneers/Hollywood Smile','procedure',NULL,'2026-11-30 08:00:00+00','2026-11-30 09:30:00+00','confirmed','','1','2026-11-23 02:37:08.872+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-11-30T09:30:00+00:00", "doctorId": "fct-musa", "location": "fct", "startsAt": "2026-11-30T08:00:00+00:00"}',NULL,NULL,'2026-11-28 08:00:00+00',NULL,NULL,'2026-11-28 02:37:09.143+00'),
('faf6edb1-31b9-49f5-ba7d-e9eb05b871ce','EYAK77J4','92633aa3-b92e-477a-b39f-d04ec53fc0bf','fct-okafor','false','fct','veneers','Veneers/Hollywood Smile','procedure',NULL,'2026-12-03 11:00:00+00','2026-12-03 12:30:00+00','confirmed','Pain in the lower left when I bite.','1','2026-11-25 02:37:08.872+00',NULL,'en',NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-12-03T12:30:00+00:00", "doctorId": "fct-okafor", "location": "fct", "startsAt": "2026-12-03T11:00:00+00:00"}',NULL,NULL,'2026-12-01 11:00:00+00',NULL,NULL,'2026-11-28 02:37:09.143+00'),
('ffe7c652-1e3b-4e69-93ca-ddf7aba2d63f','JRRECFKW','6f1e4479-aeb8-40b7-b709-9ba60b04e1b5','fct-danjuma','false','fct','tooth-pain','Tooth Pain','consultation',NULL,'2026-12-01 09:00:00+00','2026-12-01 09:30:00+00','open','','1','2026-11-28 02:37:42.049963+00',NULL,'en',NULL,'{}','JAxUQ66NEp0Z.G1CH7NMu0cEv.-',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'web','true','0',NULL,'false','{}','{"endsAt": "2026-12-01T09:30:00.000Z", "doctorId": "fct-danjuma", "location": "fct", "startsAt": "2026-12-01T09:00:00.000Z"}',NULL,NULL,'2026-11-29 09:00:00+00',NULL,NULL,'2026-11-28 02:37:42.049+00');
INSERT INTO audit_log ("id","at","staff_id","action","subject_kind","subject_id","details","once") OVERRIDING SYSTEM VALUE VALUES
('1','2026-11-28 02:36:43.415558+00',NULL,'staff.added','staff','55eac39c-8713-41de-a36b-e9de50cb44cc','{"by": "first_start", "type": "admin"}',NULL),
('10','2026-11-28 02:37:42.941833+00','55eac39c-8713-41de-a36b-e9de50cb44cc','patient.noted','patient','11557fe7-5a02-489f-9555-829019d48cd6',NULL,NULL),
('11','2026-11-28 02:37:43.043806+00','55eac39c-8713-41de-a36b-e9de50cb44cc','patient.read','patient','11557fe7-5a02-489f-9555-829019d48cd6',NULL,'55eac39c-8713-41de-a36b-e9de50cb44cc patient.read 11557fe7-5a02-489f-9555-829019d48cd6 false 47DEQpj8HBSa 2026-11-28T02'),
('12','2026-11-28 02:37:43.131242+00','55eac39c-8713-41de-a36b-e9de50cb44cc','waiting.added','waiting','bf50e35a-a25e-4792-ae3e-f6b4e940ee23','{"location": "fct"}',NULL),
('13','2026-11-28 02:38:40.247779+00','55eac39c-8713-41de-a36b-e9de50cb44cc','staff.signed_in','staff','55eac39c-8713-41de-a36b-e9de50cb44cc','{"by": "password"}',NULL),
('14','2026-11-28 02:38:40.367441+00','55eac39c-8713-41de-a36b-e9de50cb44cc','feed.made','feed','730e0129-ad92-4748-95d0-bef142be1892','{"name": "fct", "names": false, "doctorId": null, "location": "fct", "locations": ["fct"]}',NULL),
('15','2026-11-28 02:38:40.422876+00','55eac39c-8713-41de-a36b-e9de50cb44cc','blocker.created','blocker','de0032c0-4d19-4529-a256-682a79643848','{"type": "Weekly", "location": "fct"}',NULL),
('16','2026-11-28 02:38:40.503298+00','55eac39c-8713-41de-a36b-e9de50cb44cc','patient.noted','patient','abddb7e3-cf46-4c55-93fe-8170b9cbb06f',NULL,NULL),
('17','2026-11-28 02:38:41.111246+00','55eac39c-8713-41de-a36b-e9de50cb44cc','patient.read','patient','abddb7e3-cf46-4c55-93fe-8170b9cbb06f',NULL,'55eac39c-8713-41de-a36b-e9de50cb44cc patient.read abddb7e3-cf46-4c55-93fe-8170b9cbb06f false 47DEQpj8HBSa 2026-11-28T02'),
('18','2026-11-28 02:38:41.154924+00','55eac39c-8713-41de-a36b-e9de50cb44cc','patient.corrected','patient','abddb7e3-cf46-4c55-93fe-8170b9cbb06f','{"fields": "email"}',NULL),
('19','2026-11-28 02:38:41.203556+00','55eac39c-8713-41de-a36b-e9de50cb44cc','patient.corrected','patient','7cb325fd-bd09-4c5f-8e18-a24c9535228a','{"fields": "phoneNumber"}',NULL),
('2','2026-11-28 02:36:43.415558+00',NULL,'alarm.new_admin','staff','55eac39c-8713-41de-a36b-e9de50cb44cc','{"by": "server"}','alarm new_admin 55eac39c-8713-41de-a36b-e9de50cb44cc 2026-11-28 02:00:00'),
('20','2026-11-28 02:38:41.243563+00','55eac39c-8713-41de-a36b-e9de50cb44cc','patient.read','patient','7cb325fd-bd09-4c5f-8e18-a24c9535228a',NULL,'55eac39c-8713-41de-a36b-e9de50cb44cc patient.read 7cb325fd-bd09-4c5f-8e18-a24c9535228a false 47DEQpj8HBSa 2026-11-28T02'),
('21','2026-11-28 02:38:41.261475+00','55eac39c-8713-41de-a36b-e9de50cb44cc','patient.corrected','patient','415b327b-9b11-4e04-85a2-d9bd7f73ab95','{"fields": "phoneNumber"}',NULL),
('22','2026-11-28 02:38:41.304403+00','55eac39c-8713-41de-a36b-e9de50cb44cc','patient.read','patient','415b327b-9b11-4e04-85a2-d9bd7f73ab95',NULL,'55eac39c-8713-41de-a36b-e9de50cb44cc patient.read 415b327b-9b11-4e04-85a2-d9bd7f73ab95 false 47DEQpj8HBSa 2026-11-28T02'),
('23','2026-11-28 02:38:41.457091+00',NULL,'appointment.confirmed_by_patient','appointment','129fbb0b-6ce6-4efb-bb9b-09b3dbc4b222','{"by": "link", "version": 2}',NULL),
('24','2026-11-28 02:38:41.515585+00',NULL,'appointment.call_asked_by_patient','appointment','f13ca597-6604-4481-ac2e-08e4bce31829','{"by": "link", "version": 2}',NULL),
('25','2026-11-28 02:38:41.559059+00','55eac39c-8713-41de-a36b-e9de50cb44cc','appointment.recall','appointment','d0969b3c-1061-4dae-b0b6-2ba53691ac8b','{"months": 6}',NULL),
('26','2026-11-28 02:38:41.572551+00','55eac39c-8713-41de-a36b-e9de50cb44cc','appointment.cancelled','appointment','b58bbcb4-3a56-4749-b239-0f92a5084c60','{"version": 2}',NULL),
('27','2026-11-28 02:38:41.59691+00','55eac39c-8713-41de-a36b-e9de50cb44cc','appointment.read','appointment','b58bbcb4-3a56-4749-b239-0f92a5084c60','{"patient": "7fcc908f-2c6d-4883-96bb-51f876d350ef"}','55eac39c-8713-41de-a36b-e9de50cb44cc appointment.read b58bbcb4-3a56-4749-b239-0f92a5084c60 false 47DEQpj8HBSa 2026-11-28T02'),
('28','2026-11-28 02:38:41.954266+00',NULL,'alarm.webhook_off','webhook','e68a1c4a-171a-4564-b130-4b018d88dcb5','{"by": "server", "name": "practice.example.com", "reason": "secret"}','alarm webhook_off e68a1c4a-171a-4564-b130-4b018d88dcb5 2026-11-28 02:00:00'),
('3','2026-11-28 02:37:41.49524+00','55eac39c-8713-41de-a36b-e9de50cb44cc','staff.signed_in','staff','55eac39c-8713-41de-a36b-e9de50cb44cc','{"by": "password"}',NULL),
('4','2026-11-28 02:37:42.148892+00','55eac39c-8713-41de-a36b-e9de50cb44cc','appointment.booked','appointment','24690010-1778-49ec-a055-66244505cd81','{"channel": "phone", "location": "fct"}',NULL),
('5','2026-11-28 02:37:42.244968+00','55eac39c-8713-41de-a36b-e9de50cb44cc','appointments.listed','location','fct','{"to": "", "ids": ["cf78faae-df22-4078-a4a3-224ff8d55668", "46462e0a-9bfc-4aa4-b958-1ad7b7187411", "afc13dc4-ba54-4474-a64d-39dab89b9717", "9855bf7d-83e7-4fb2-8859-5a9c849fc203", "66bc1238-4718-452d-90f4-5832e5ab676d", "a25bfce5-1f2e-481e-a028-7fa896079c28", "eebfb8dc-0335-4e26-a54d-66a1f15517ad", "be0601c5-5e93-4a9f-901f-cfdd2f3783e3", "784212e3-0ebe-4784-be3c-234d921022d3", "f6d8406e-d900-499d-8707-eec82683b7b7"], "from": "", "page": 1, "limit": 10, "visit": "", "doctor": "", "status": "", "cancelled": ""}','55eac39c-8713-41de-a36b-e9de50cb44cc appointments.listed fct {"from":"","to":"","status":"","cancelled":"","doctor":"","visit":"","page":1,"limit":10} false 6K6YFCyGYeKt 2026-11-28T02'),
('6','2026-11-28 02:37:42.442941+00','55eac39c-8713-41de-a36b-e9de50cb44cc','key.made','api_key','e361957f-7a41-43f1-8469-4a53d09dbc57','{"name": "Practice program", "scopes": ["appointments.read"], "expires": "2027-06-30T23:00:00.000Z", "locations": ["fct"]}',NULL),
('7','2026-11-28 02:37:42.562082+00','55eac39c-8713-41de-a36b-e9de50cb44cc','device.registered','device','5f0da2c7-60b1-445d-b5d3-e84b4496f62a',NULL,NULL),
('8','2026-11-28 02:37:42.579163+00','55eac39c-8713-41de-a36b-e9de50cb44cc','staff.invited','invitation','a2d0200a-f103-4964-86c4-28aa8ac200b1','{"type": "reception", "locations": ["fct"]}',NULL),
('9','2026-11-28 02:37:42.923953+00','55eac39c-8713-41de-a36b-e9de50cb44cc','patients.searched','patients','search','{"count": 10, "patients": ["11557fe7-5a02-489f-9555-829019d48cd6", "5d19a9fb-f69a-4610-95f7-cdf46ab75f23", "e953dd99-af3d-4b1d-841c-1c676958cd84", "6f1e4479-aeb8-40b7-b709-9ba60b04e1b5", "415b327b-9b11-4e04-85a2-d9bd7f73ab95", "ac2727f0-77c0-4f83-91c3-a6abd545bf37", "abddb7e3-cf46-4c55-93fe-8170b9cbb06f", "016a35ee-12f3-44ec-8cdf-b94a65d556cc", "ae2e0402-7b45-469e-b5c1-5bf2da04e8d6", "6386259a-1a20-417e-a27b-d749715fe60c"]}',NULL);
INSERT INTO blocker_changes ("only","version") OVERRIDING SYSTEM VALUE VALUES
('true','3');
INSERT INTO blockers ("id","description","type","starts_at","ends_at","recurring_days","recurring_dates","selected_month","location","version","created_at","doctor_id","closed_at") OVERRIDING SYSTEM VALUE VALUES
('cea99279-6a89-47eb-931c-1c3276ecfd08','Doctors'' meeting','Weekly','2026-11-28 11:00:00+00','2026-11-28 12:00:00+00','{3}','{}',NULL,'fct','1','2026-11-28 02:37:09.061562+00',NULL,NULL),
('de0032c0-4d19-4529-a256-682a79643848','Staff meeting','Weekly','2026-12-01 11:00:00+00','2026-12-01 12:00:00+00','{2}','{}',NULL,'fct','1','2026-11-28 02:38:40.422876+00',NULL,NULL),
('e1ca2af1-2358-4ae8-bb43-8a20fdbe59ca','Christmas and Boxing Day','Yearly',NULL,NULL,'{}','{25,26}','11',NULL,'1','2026-11-28 02:37:09.050691+00',NULL,NULL),
('e6dcbfe4-6610-4bfb-bf92-bf77887a3885','Service of the X-ray unit','One Time','2026-12-07 08:00:00+00','2026-12-07 11:00:00+00','{}','{}',NULL,'fct','1','2026-11-28 02:37:09.07491+00',NULL,NULL),
('e989318c-a5a2-4627-97dc-14be16193c01','Dental congress','One Time','2026-11-30 23:00:00+00','2026-12-02 23:00:00+00','{}','{}',NULL,NULL,'1','2026-11-28 02:37:09.077069+00','fct-musa',NULL);
INSERT INTO calendar_feeds ("id","token_hash","location","doctor_id","locations","names","made_by","made_at","last_fetched_at") OVERRIDING SYSTEM VALUE VALUES
('730e0129-ad92-4748-95d0-bef142be1892','bfilxMoq49T-bDhXFp2DPpFs65yX8oTSeAKsnQTdYzQ','fct',NULL,'{fct}','false','55eac39c-8713-41de-a36b-e9de50cb44cc','2026-11-28 02:38:40.367+00',NULL);
INSERT INTO challenges ("id","kind","contact_key","patient_id","code_hash","tries","created_at","expires_at","used_at","language","caller") OVERRIDING SYSTEM VALUE VALUES
('5eda5a41-5d7a-4455-ab9b-23f5a5cb169f','code','clinic_id:ENM-0101','abddb7e3-cf46-4c55-93fe-8170b9cbb06f','B-rSxGyGFOPLpPtVZixAwcVX5LObiyuCmI0_IKP_x4E','0','2026-11-28 02:37:43.106+00','2026-11-28 02:40:43.106+00',NULL,'en','JAxUQ66NEp0Z');
INSERT INTO contact_opt_outs ("key","kind","channel","at") OVERRIDING SYSTEM VALUE VALUES
('new1@example.com','reminders','email','2026-11-28 02:38:41.601485+00');
INSERT INTO device_people ("device_id","staff_id","pin_hash","pin_tries","signed_in_at","added_at","public_key","key_id") OVERRIDING SYSTEM VALUE VALUES
('5f0da2c7-60b1-445d-b5d3-e84b4496f62a','55eac39c-8713-41de-a36b-e9de50cb44cc',NULL,'0','2026-11-28 02:38:41.604738+00','2026-11-28 02:38:41.604738+00',NULL,NULL);
INSERT INTO devices ("id","name","token_hash","state","registered_by","registered_at","last_seen_at","ended_at","locations") OVERRIDING SYSTEM VALUE VALUES
('5f0da2c7-60b1-445d-b5d3-e84b4496f62a','Front desk','c39IWSeY86r9alqV5Vpf0IboobirBDJ1Sz9qJSq2yv8','active','55eac39c-8713-41de-a36b-e9de50cb44cc','2026-11-28 02:37:42.559+00',NULL,NULL,'{fct}');
INSERT INTO doctors ("id","name","department","location","active","position","opening_hours") OVERRIDING SYSTEM VALUE VALUES
('fct-danjuma','Dr. Grace Danjuma','Orthodontics','fct','true','4',NULL),
('fct-musa','Dr. Ibrahim Musa','Oral Surgery','fct','true','3',NULL),
('fct-okafor','Dr. Amaka Okafor','General Dentistry','fct','true','2',NULL),
('lag-adeyemi','Dr. Tunde Adeyemi','General Dentistry','lag','true','0',NULL),
('lag-balogun','Dr. Kemi Balogun','Orthodontics','lag','true','1',NULL),
('phc-amadi','Dr. Chidi Amadi','General Dentistry','phc','true','5',NULL),
('phc-briggs','Dr. Ibinabo Briggs','Endodontics','phc','true','6',NULL);
INSERT INTO drizzle.__drizzle_migrations ("id","hash","created_at") OVERRIDING SYSTEM VALUE VALUES
('1','42e24c885c5615be63dd11a3fc2593bd9935fc92624c8b4ca210da4d96b185e1','1795267205306'),
('10','a7f0d8cb5565d20c123d3eb7dfac815be5d8db9df0c5e124ef077d1ebb4a5919','1795301924945'),
('11','ac2044cecb7bac652724a09bd77d10292e1c249b529d22b5620ce9bbdbf847a7','1795309853309'),
('12','f96aab811aa3c46962839257c8e64e86a7597e7a0714fdcf74229b1812319f7b','1795353566426'),
('13','6a566b4ea7b515e1a4f44affc2b06d5014ad6b9171cb6eeaf7eda49bf6ef8a05','1795359000000'),
('14','7b36a12dd9fbe3453f78d8c700ede9ad590cca456e10a49717012eb07a9304f6','1795360000000'),
('15','05f5367063fc9e0ec5e3b965e5461afaa1a11808872afb54592ab913e04b75de','1795360000001'),
('16','4a6c2aebe0173eec37e071b53a413e3e3796b33f26dd00d135f8cdd803bce049','1795361000000'),
('17','cb75823d1c8dc5ec9165d6f8cf35f148cab487a81bb2858183075c62df0fa413','1795361000001'),
('18','41eb8866617b1b3e65eb870222e4ad5d88334290c95b1407bcc580cb970474e3','1795362000000'),
('19','f23833d3c97912a9ecaff0a1774e845de5cf2ca3c4aa7d0704f4ef649689ffcf','1795362000001'),
('2','38fa22919a281c85b091f146f929bafb801dec860f53b95eafe32770a446bb6a','1795267205909'),
('20','0c89e9da9d7744c3efbfbf4cc786d2ba46f9b10aa4795a58eab38f9d4cc08e67','1795363000000'),
('21','5f45080b3d47d266cc22e13e39d8dbc545bd3785eab17b673282faafa27d04a5','1795364000000'),
('22','20f52a148f4901a0f242cb6a13990534e30b1ea7624821f43fa57a601bb78d5e','1795364000001'),
('23','6a8b0053fe1505f2d11742b9efe1ef9fe663a2983fbfe4939bb26b7c445abb76','1795365000000'),
('24','38cfa57e21a7ae69bb54f38ec06975fbea89b64d21fbde50868e9153507974c8','1795365000001'),
('25','e03ffa8ee7de629fb37d0532608618ab12105aeadf6afa535705cf91bc482fd3','1795366000000'),
('26','46d05f1671671412bbf087275a5888b3b2aaf823e250ba2f52bbe4d5d541801d','1795366000001'),
('27','1f0f6d7ebfbde270b199f81cdcc21e6e92f83955e47691442cf757a63c6f6198','1795367000000'),
('28','73877e154c836e5fd1a5acd147bbace6395ae615e49d91b2bcc86e974b4e5f1f','1795368000000'),
('29','4f7b25474c31b18d0929fc711c5370bcae4b4516047a144a80fa6c7631409c8f','1795451000000'),
('3','bfad6eea2f08841201de3cba4b83ff6fe4eb7530903170809216ff26599c8b6a','1795275808442'),
('30','0ce22562dffaf33c2c7a21485784ff4f3e29c2b3c04a6a778f63d7a6aa23fe34','1795453000000'),
('31','604433fd1d9e0a8e5e9c43b4cf1d8d41ce7f0253439cd687b27106e1900ec7d4','1795454000000'),
('32','2efec815e14123e911f21bd833818b7eb5f89020b95d71712eee13a0fd697e58','1795454500000'),
('33','58c4c9ccf2b7d01e4de9cb4f9e53fff5084056f8600e8a205ea9560618414dfc','1795455000000'),
('34','ba1b1fa901ad893ed760cabe7560a6f8bd8d8e60b8d56c2bc896135650867211','1795456000000'),
('35','a6e3e2af7b29b13e095abae41d421adc4035745d2f854c2363d13b3f3ec84e17','1795456500000'),
('36','17a2f8877b88a4027dfa9496ec32b52183f8e1832139aa2036e034c88356057f','1795457000000'),
('37','620bc7969afed302b26bc68d0cafe43d2ecc6452994f327d50c83a7c8699032f','1795457500000'),
('38','10003c6fc146025a601ab1b03dd8ac9b8a7b4a1461461ddc74227c76e1e4245e','1795458000000'),
('39','a8ca55929933016f59fc1e612ad6c527ff74471f89c15b99e67f8fb39028b7ef','1795458100000'),
('4','4cb9bf3139862d1dc608e0baf7a177fa42e7481c438bc1ce8a1fe9d075ce07e9','1795277613935'),
('40','ff057212daecb9bc0a87f2e1c297cd10c93f52aea166d40a574420b00a026b43','1795458200000'),
('41','f7eb244d96fac5623ff5b4aa1bcd4d763450c5a3969ace150f42c9cfd707756c','1795458300000'),
('42','9223ddbd21c08a24beaf870b7dab4434e25a9c50309eb187382d7efcbc58242c','1795458400000'),
('43','5fb21d1f0ad947d2133e0e23bfb013278f7e19bcbaa7616740e85a81a0ad33c4','1795458500000'),
('44','9db721754ce52cbfe1da00a1460b6c0f52638e1977f4069038f6b79ac42f9321','1795458600000'),
('45','6198ab4e007cc9f57401e173ec7efff4161cb1ed099ac7f77b42184d89203a1f','1795458700000'),
('46','0643e6ea1c3322dbd591bec54e2caec82fc6feebdcce02d383d858ff1a06af32','1795458800000'),
('47','13d05fb721e2d1e102eb1e6582e46951e7b38860c29c132c6b37ab16ca19eada','1795458900000'),
('48','34f9fc1de29bdbaedc4fe612c64fa9898ee58740eb3fb27fbac930aaeeed2e87','1795459000000'),
('5','c314c369a4d4dc5b496938cca6b26e03cd3bdd4919c46fc2124780e2c8a3d960','1795286544312'),
('6','55d1bd73518997fec7422cc0aea56bcd8c831825cc3c9989e35dc4863b57adad','1795288072922'),
('7','aae0b4a4c297ebf2d3b90642c855190f3d8be0deba33bb355e6d3280bc2fc247','1795291772357'),
('8','3309996a336968886f66c33d08a3b4da6571e95191a37490db8ee3debe3f2564','1795293164695'),
('9','4aed266035eeb9c33c32049ffe1e925b4a9ea1170efd8d9a00b776f7f30ade73','1795298609615');
INSERT INTO erased_clinic_ids ("clinic_id_hash","erased_at") OVERRIDING SYSTEM VALUE VALUES
('3c9d7b0f5a','2026-11-28 02:38:41.609871+00');
INSERT INTO factor_steps ("id","token_hash","purpose","staff_id","signs_in","proven","tries","challenge","secret","code_hash","expires_at","by_provider") OVERRIDING SYSTEM VALUE VALUES
('d49b0679-c023-4bea-a9ce-ee5104eb2275','SM8Q4MBrJIguZ6OfOd47cJ0RBH2w17GW5dhtciAc_PM','verify','55eac39c-8713-41de-a36b-e9de50cb44cc','true','false','0',NULL,NULL,NULL,'2026-11-28 02:48:41.614681+00','false');
INSERT INTO freed_times ("id","location","doctor_id","starts_at","ends_at","freed_by","due_at","round","ended_at","ended_as") OVERRIDING SYSTEM VALUE VALUES
('61558f05-1670-4a82-8cc4-0c18bef463c4','fct','fct-okafor','2026-12-04 14:30:00+00','2026-12-04 15:00:00+00','b58bbcb4-3a56-4749-b239-0f92a5084c60','2026-11-28 02:38:41.572551+00','0',NULL,NULL),
('fd786fab-2747-4d0f-a6a9-386860e54990','fct','fct-okafor','2026-11-30 08:00:00+00','2026-11-30 08:30:00+00','abd821a2-a3ba-4d37-9e62-579d44a1e1c6','2026-11-28 13:00:00+00','1',NULL,NULL);
INSERT INTO idempotency_keys ("key","request_hash","answer","created_at") OVERRIDING SYSTEM VALUE VALUES
('2c6669af-6064-4844-aaf2-a2a54a81cc8e','FcoLtvPQF_PtAQpftjxNt-Cc0y0cJe4S0rczZgIdaGc','{"doctor": {"id": "fct-okafor", "name": "Dr. Amaka Okafor"}, "duration": 30, "reference": "E6YEKQTF", "appointment_date": "2026-12-03T11:00:00+01:00"}','2026-11-28 02:37:42.116361+00'),
('5cb4c04d-1865-49b5-b648-d9a27dd61afb','nxMPPA4Tao8DI9vRQWnaFB4_dZxAQsk4Hc0RC8BJq3A','{"id": "24690010-1778-49ec-a055-66244505cd81", "end": "2026-12-04T12:00:00+01:00", "user": {"email": "", "address": "... Abuja", "surname": "Efua", "location": "fct", "other_names": "Mensah", "phone_number": "08030001130"}, "marks": [], "moved": 0, "visit": null, "doctor": {"id": "fct-danjuma", "name": "Dr. Grace Danjuma"}, "isOpen": false, "status": "confirmed", "blocked": false, "channel": "phone", "version": 1, "waiting": null, "bookedBy": {"id": "55eac39c-8713-41de-a36b-e9de50cb44cc", "name": "Dr. Clinic Admin"}, "duration": 30, "reference": "XKHW69GT", "visitTimes": {}, "description": "", "serviceText": "Consultation", "appointment_date": "2026-12-04T11:30:00+01:00", "patientConfirmedAt": null}','2026-11-28 02:37:42.148892+00'),
('883f0c41-1968-4cda-b0f0-8f030d817965','kWRYZ2GPqgiI8gRo-9k58mTSiByx4kahhj-ukSp7Qj4','{"doctor": {"id": "fct-danjuma", "name": "Dr. Grace Danjuma"}, "duration": 30, "reference": "DETKGHEK", "appointment_date": "2026-12-02T10:30:00+01:00"}','2026-11-28 02:37:42.079325+00'),
('c002cea9-9f99-4f52-be2a-12b4fb211984','ibDuDWkPZEDMm_SkRulk3V7v96NU3WC4qrQGpFEG2d0','{"doctor": {"id": "fct-danjuma", "name": "Dr. Grace Danjuma"}, "duration": 30, "reference": "JRRECFKW", "appointment_date": "2026-12-01T10:00:00+01:00"}','2026-11-28 02:37:42.049963+00'),
('f974bc74-f5d0-44c0-b516-d30988e49d11','pBfD5Cj6IHHQiTXbi5KMResF5T7uoLqGGEo9Hx3TswQ','{"doctor": {"id": "fct-okafor", "name": "Dr. Amaka Okafor"}, "duration": 30, "reference": "JPYDK3DR", "appointment_date": "2026-11-30T09:30:00+01:00"}','2026-11-28 02:37:41.966213+00');
INSERT INTO imported_visits ("key","visit_id","said","version","import_id","imported_at") OVERRIDING SYSTEM VALUE VALUES
('OLD-1','f0cc9c8b-6e09-4639-8edf-ddb4e8f84f47','wxVqTU-c5yUaZyw099p7ii1tV9Wpy3tJT1OdCDxcbBI','1','64525c39-a3b6-41eb-9f0a-6fb135d806a6','2026-11-28 02:38:41.619916+00');
INSERT INTO incoming_sms ("gateway","message_id","number_hash","received_at","action","appointment_id","version") OVERRIDING SYSTEM VALUE VALUES
('africastalking','ATXid_1','YZDNuSdsLGnR2cQ4MAFMEQVi71rd17i8SYLekjqSWc4','2026-11-28 02:38:41.630105+00','call',NULL,NULL);
INSERT INTO invitations ("id","email","email_key","surname","other_names","type","profession","job_title","invited_by","token_hash","created_at","expires_at","used_at","locations","doctor_id") OVERRIDING SYSTEM VALUE VALUES
('a2d0200a-f103-4964-86c4-28aa8ac200b1','ife@example.com','ife@example.com','Ade','Ife','reception',NULL,NULL,'55eac39c-8713-41de-a36b-e9de50cb44cc','Gz-CAt48176_FFH6KMFF0eXNk7vd3sBQ4wkko0A60OI','2026-11-28 02:37:42.578+00','2026-12-05 02:37:43.031+00',NULL,'{fct}',NULL);
INSERT INTO known_devices ("token_hash","staff_id","created_at","last_used_at","expires_at") OVERRIDING SYSTEM VALUE VALUES
('bb3pWmHO_X-iFTH5bdYOpNtkjLhHfDNg04xFcgq6h0E','55eac39c-8713-41de-a36b-e9de50cb44cc','2026-11-28 02:37:41.294+00','2026-11-28 02:37:41.294+00','2027-02-26 02:37:41.294+00'),
('h-rx-6tidpWxscmQtEli6tnV87tpmesZT52QXXc9m2g','55eac39c-8713-41de-a36b-e9de50cb44cc','2026-11-28 02:38:40.197+00','2026-11-28 02:38:40.197+00','2027-02-26 02:38:40.197+00');
INSERT INTO messages ("id","appointment_id","kind","step","channel","to_key","starts_at","version","created_at","due_at","state","settled_at") OVERRIDING SYSTEM VALUE VALUES
('096cb5e4-368f-4080-a3bf-95af3cc9a830','e8a78668-7b04-484d-ad61-efeb42fd0244','booked',NULL,'email','uche.chukwu@example.com','2026-11-26 13:00:00+00','1','2026-11-25 13:00:00+00','2026-11-25 13:00:00+00','sent','2026-11-25 13:00:00+00'),
('0bb87ff3-5b00-416e-9180-8a15b250f0e1','eebfb8dc-0335-4e26-a54d-66a1f15517ad','booked',NULL,'email','chinedu.umar@example.com','2026-11-28 11:00:00+00','1','2026-11-21 02:37:08.872+00','2026-11-21 02:37:08.872+00','sent','2026-11-21 02:37:08.872+00'),
('1121ab21-9696-4f0a-814c-aed39a2928d8','1fd2bcee-044e-42ba-b88e-343529dd546f','booked',NULL,'email','yusuf.suleiman@example.com','2026-11-27 12:30:00+00','1','2026-11-23 12:30:00+00','2026-11-23 12:30:00+00','sent','2026-11-23 12:30:00+00'),
('1379d9ea-6785-4b45-a227-4029657bade6','b4f52bd7-69bb-41d4-a86f-9fa11a35c215','booked',NULL,'email','chinedu.obi@example.com','2026-11-27 09:30:00+00','1','2026-11-19 09:30:00+00','2026-11-19 09:30:00+00','sent','2026-11-19 09:30:00+00'),
('22cd2373-b0e3-4147-9b0b-4bb0a528c765','b58bbcb4-3a56-4749-b239-0f92a5084c60','cancelled',NULL,'email','yusuf.sani@example.com','2026-12-04 14:30:00+00','2','2026-11-28 02:38:42.046+00','2026-11-28 02:38:42.046+00','sent','2026-11-28 02:38:42.131+00'),
('2d4d482d-0c5e-4d61-81c8-6416916d2598','f6d8406e-d900-499d-8707-eec82683b7b7','booked',NULL,'email','chinedu.nwosu@example.com','2026-11-30 08:00:00+00','1','2026-11-23 02:37:08.872+00','2026-11-23 02:37:08.872+00','sent','2026-11-23 02:37:08.872+00'),
('43999333-7f75-4a17-a526-cc0430d1eb49','d5819d3f-6af1-4907-9294-473ce977b951','booked',NULL,'email','bello.family@example.com','2026-11-30 14:30:00+00','1','2026-11-18 02:37:08.872+00','2026-11-18 02:37:08.872+00','sent','2026-11-18 02:37:08.872+00'),
('47599305-d8f6-421b-aed6-3008245129b7','207b7194-b2eb-4907-ac33-2657e03aff8a','booked',NULL,'email','nkechi.lawal@example.com','2026-12-04 09:30:00+00','1','2026-11-26 02:37:08.872+00','2026-11-26 02:37:08.872+00','sent','2026-11-26 02:37:08.872+00'),
('4c9dcb58-7899-4fff-8c74-562b0ff7f423','9855bf7d-83e7-4fb2-8859-5a9c849fc203','booked',NULL,'email','uche.adebayo@example.com','2026-11-28 09:30:00+00','1','2026-11-19 02:37:08.872+00','2026-11-19 02:37:08.872+00','sent','2026-11-19 02:37:08.872+00'),
('4d16948a-e3ef-4139-9476-1d60e0ae382b','e0b5d281-55be-4fac-a708-413919fadc3d','booked',NULL,'email','oluwaseun.bello@example.com','2026-11-30 12:30:00+00','1','2026-11-23 02:37:08.872+00','2026-11-23 02:37:08.872+00','sent','2026-11-23 02:37:08.872+00'),
('52b62a55-2b43-4bfa-8603-e50c8d799f77','a9857de1-81fa-4566-8a76-23450c1340e1','booked',NULL,'email','omotola.onyeka@example.com','2026-12-01 10:00:00+00','1','2026-11-19 02:37:08.872+00','2026-11-19 02:37:08.872+00','sent','2026-11-19 02:37:08.872+00'),
('64ace1a0-d4db-478a-a668-e2405adaded9','1af228f4-17e3-411d-ba28-5e9e68bc9b6c','booked',NULL,'email','dele.chukwu@example.com','2026-11-27 15:00:00+00','1','2026-11-20 15:00:00+00','2026-11-20 15:00:00+00','sent','2026-11-20 15:00:00+00'),
('67d7a387-4cee-4ccf-85d2-88b95c37ee22','b6d1d95b-dcd3-4a31-bdfc-b5fdf84331c2','booked',NULL,'email','zainab.garba@example.com','2026-11-27 15:00:00+00','1','2026-11-23 15:00:00+00','2026-11-23 15:00:00+00','sent','2026-11-23 15:00:00+00'),
('710af013-78c4-4e9c-8b16-58e9dee09c86','6e6e699c-793a-4619-8ec1-d74ea48ccd93','booked',NULL,'email','bello.family@example.com','2026-11-30 10:00:00+00','1','2026-11-21 02:37:08.872+00','2026-11-21 02:37:08.872+00','sent','2026-11-21 02:37:08.872+00'),
('7401826c-045d-4d6b-b1a3-97cb1861fb70','19ad0996-aad2-44f6-9fb0-9a553b252b98','booked',NULL,'email','amina.obi@example.com','2026-12-04 10:00:00+00','1','2026-11-19 02:37:08.872+00','2026-11-19 02:37:08.872+00','sent','2026-11-19 02:37:08.872+00'),
('802b4af4-6b38-4f19-9f87-eef0ed9386b2','10f706e2-35e2-437b-ad42-979ecb7af666','booked',NULL,'email','nkechi.adeyemi@example.com','2026-12-03 13:30:00+00','1','2026-11-26 02:37:08.872+00','2026-11-26 02:37:08.872+00','sent','2026-11-26 02:37:08.872+00'),
('86b989ee-d982-4c83-afc0-3431f3b19f5d','09793278-55ce-46db-afc4-14b60807c043','booked',NULL,'email','nkechi.eze@example.com','2026-11-27 09:30:00+00','1','2026-11-26 09:30:00+00','2026-11-26 09:30:00+00','sent','2026-11-26 09:30:00+00'),
('8bc71428-4fd2-479d-89d6-37bbcdcad031','d05584d4-2aaf-4e3f-91d0-110c3d74e6db','booked',NULL,'email','omotola.adebayo@example.com','2026-11-27 12:30:00+00','1','2026-11-18 12:30:00+00','2026-11-18 12:30:00+00','sent','2026-11-18 12:30:00+00'),
('91598a41-aafe-4346-a52f-4bfa6c98ed70','392e022f-f1cd-486f-abb6-60ba6e36ac48','booked',NULL,'email','ifeoma.danjuma@example.com','2026-12-03 15:30:00+00','1','2026-11-27 02:37:08.872+00','2026-11-27 02:37:08.872+00','sent','2026-11-27 02:37:08.872+00'),
('958e3c9e-ed55-42d6-ac7c-f273b124022d','129fbb0b-6ce6-4efb-bb9b-09b3dbc4b222','booked',NULL,'email','new3@example.com','2026-12-03 10:00:00+00','1','2026-11-28 02:37:42.563+00','2026-11-28 02:37:42.563+00','sent','2026-11-28 02:37:42.726+00'),
('9875db99-3cfc-4f73-b381-0f9a22efabd9','faf6edb1-31b9-49f5-ba7d-e9eb05b871ce','booked',NULL,'email','tunde.adeyemi@example.com','2026-12-03 11:00:00+00','1','2026-11-25 02:37:08.872+00','2026-11-25 02:37:08.872+00','sent','2026-11-25 02:37:08.872+00'),
('99ffd856-949f-48a6-9660-85e61df113c8','9855bf7d-83e7-4fb2-8859-5a9c849fc203','reminder','3h','sms','+2348030002161','2026-11-28 09:30:00+00','1','2026-11-27 18:00:00+00','2026-11-27 18:00:00+00','sent','2026-11-27 18:00:00+00'),
('9b7bfcd9-1440-47e1-bc64-f96977193106','ce11f103-41cb-47b0-a52f-9877fe81f1be','booked',NULL,'email','bello.family@example.com','2026-12-01 09:00:00+00','1','2026-11-18 02:37:08.872+00','2026-11-18 02:37:08.872+00','sent','2026-11-18 02:37:08.872+00'),
('a2ae61d1-5f43-4a87-a64c-8ba9cdc8d4f0','f13ca597-6604-4481-ac2e-08e4bce31829','booked',NULL,'email','new2@example.com','2026-12-02 09:30:00+00','1','2026-11-28 02:37:42.546+00','2026-11-28 02:37:42.546+00','sent','2026-11-28 02:37:42.819+00'),
('a9647738-7e78-4cba-a3dd-2a0dd53f2ca1','9dae1633-042e-4045-b583-e5dfe2b5eb5a','booked',NULL,'email','bola.adebayo@example.com','2026-11-27 10:30:00+00','1','2026-11-23 10:30:00+00','2026-11-23 10:30:00+00','sent','2026-11-23 10:30:00+00'),
('ab48eb6c-2d38-4a4b-a7f7-fcc595d19425','f0cc9c8b-6e09-4639-8edf-ddb4e8f84f47','booked',NULL,'email','chiamaka.bello@example.com','2026-11-26 08:00:00+00','1','2026-11-25 08:00:00+00','2026-11-25 08:00:00+00','sent','2026-11-25 08:00:00+00'),
('b160b116-ef04-4987-be50-eeaadc7bcd9b','b58bbcb4-3a56-4749-b239-0f92a5084c60','booked',NULL,'email','yusuf.sani@example.com','2026-12-04 14:30:00+00','1','2026-11-26 02:37:08.872+00','2026-11-26 02:37:08.872+00','sent','2026-11-26 02:37:08.872+00'),
('bb6e332b-ef7a-448d-b317-b6a17afcab82','ffe7c652-1e3b-4e69-93ca-ddf7aba2d63f','booked',NULL,'email','new1@example.com','2026-12-01 09:00:00+00','1','2026-11-28 02:37:42.759+00','2026-11-28 02:37:42.759+00','sent','2026-11-28 02:37:42.879+00'),
('bbe546da-7c99-4492-99d2-ae36793088b5','0142b96c-d887-4cc3-bd10-9e0ae5dc6963','booked',NULL,'email','obinna.ogunleye@example.com','2026-12-11 12:30:00+00','1','2026-11-27 02:37:08.872+00','2026-11-27 02:37:08.872+00','sent','2026-11-27 02:37:08.872+00'),
('ce098d25-d7da-4107-80b2-17a9e924cae9','9855bf7d-83e7-4fb2-8859-5a9c849fc203','reminder','48h','email','uche.adebayo@example.com','2026-11-28 09:30:00+00','1','2026-11-26 09:30:00+00','2026-11-26 09:30:00+00','sent','2026-11-26 09:30:00+00'),
('dc5b5f56-ba23-460b-8077-e2e26ce5b947','8faa33db-35b6-41c6-9b23-34f5b68877b4','booked',NULL,'email','ngozi.okafor@example.com','2026-12-01 14:00:00+00','1','2026-11-21 02:37:08.872+00','2026-11-21 02:37:08.872+00','sent','2026-11-21 02:37:08.872+00'),
('dd807d02-f8fb-413f-a5f8-a5477846d5a0','432163d4-ede3-4fc3-9b37-861b4e3859f9','booked',NULL,'email','zainab.okonkwo@example.com','2026-12-01 11:30:00+00','1','2026-11-18 02:37:08.872+00','2026-11-18 02:37:08.872+00','sent','2026-11-18 02:37:08.872+00'),
('e466c28c-d13c-4ec6-9395-b8ef66da5692','5e9dfd8e-8e2a-49ae-99d9-66190c3a5df7','booked',NULL,'email','temitope.balogun@example.com','2026-12-03 08:30:00+00','1','2026-11-23 02:37:08.872+00','2026-11-23 02:37:08.872+00','sent','2026-11-23 02:37:08.872+00'),
('e75d5637-04f2-4861-be15-afbcf607d1fd','24690010-1778-49ec-a055-66244505cd81','booked',NULL,'sms','+2348030001130','2026-12-04 10:30:00+00','1','2026-11-28 02:38:42.665+00','2026-11-28 02:38:42.665+00','sent','2026-11-28 02:38:42.694+00'),
('e7b19894-1369-499a-b449-751e0f40736d','895434f9-0e3a-47ad-8a65-9fe73ed9e38b','booked',NULL,'email','new0@example.com','2026-11-30 08:30:00+00','1','2026-11-28 02:37:42.772+00','2026-11-28 02:37:42.772+00','sent','2026-11-28 02:37:42.873+00'),
('eb13a77b-d089-4f56-bf88-b1b0e2ada6ab','e97e8cf0-ef6e-494d-80cb-59db70546699','booked',NULL,'sms','+2348030000205','2026-12-02 08:30:00+00','1','2026-11-28 02:25:08.872+00','2026-11-28 02:25:08.872+00','sent','2026-11-28 02:25:08.872+00'),
('fd7c3dc1-af6e-456b-8870-fe98b2825c48','d0969b3c-1061-4dae-b0b6-2ba53691ac8b','booked',NULL,'email','ebuka.danjuma@example.com','2026-11-26 10:30:00+00','1','2026-11-16 10:30:00+00','2026-11-16 10:30:00+00','sent','2026-11-16 10:30:00+00'),
('feba62ef-7fb0-4d65-9f59-3e0b65480544','476774db-de5a-44bc-945c-d250b28f4503','booked',NULL,'email','amina.okafor@example.com','2026-12-04 11:30:00+00','1','2026-11-26 02:37:08.872+00','2026-11-26 02:37:08.872+00','sent','2026-11-26 02:37:08.872+00');
INSERT INTO offers ("id","entry_id","freed_id","location","doctor_id","starts_at","ends_at","created_at","good_until","claimed_at","token_hash","sms_at","call_at","declined_at") OVERRIDING SYSTEM VALUE VALUES
('4e27a718-dea2-4019-bcfa-ae34d8f7a82a','d6f104ea-2af4-4a3b-b89c-f5c2248f043c','fd786fab-2747-4d0f-a6a9-386860e54990','fct','fct-okafor','2026-11-30 08:00:00+00','2026-11-30 08:30:00+00','2026-11-28 02:27:08.872+00','2026-11-28 13:00:00+00',NULL,NULL,NULL,'2026-11-28 02:37:08.872+00',NULL);
INSERT INTO oidc_sign_ins ("state_hash","nonce","code_verifier","secret_hash","staff_id","code_hash","expires_at","authenticated_at","second_factor") OVERRIDING SYSTEM VALUE VALUES
('m1dVHeVVQAFN-ppi7a3qMB0IZDJ7id1ieOSbfLkFpEQ','nonce','verifier','VA4DbUCyF0jrDQm9MGAofOpX_NWOK9vCfhy101lt2nc',NULL,NULL,'2026-11-28 02:48:41.638753+00',NULL,'false');
INSERT INTO overview_changes ("at") OVERRIDING SYSTEM VALUE VALUES
('2026-11-28 02:30:00+00'),
('2026-11-28 02:30:00+00');
INSERT INTO overview_counts ("day","location","about","key","visits","came","missed") OVERRIDING SYSTEM VALUE VALUES
('2026-11-20','fct','message','booked email sent','1','0','0'),
('2026-11-21','fct','message','booked email sent','3','0','0'),
('2026-11-23','fct','message','booked email sent','6','0','0'),
('2026-11-25','fct','message','booked email sent','3','0','0'),
('2026-11-26','fct','ahead','1','2','1','1'),
('2026-11-26','fct','ahead','8_14','1','1','0'),
('2026-11-26','fct','hour','11','1','1','0'),
('2026-11-26','fct','hour','14','1','1','0'),
('2026-11-26','fct','message','booked email sent','5','0','0'),
('2026-11-26','fct','message','reminder email sent','1','0','0'),
('2026-11-26','fct','visit','web no no','3','2','1'),
('2026-11-27','fct','ahead','1','1','1','0'),
('2026-11-27','fct','ahead','3_7','4','1','1'),
('2026-11-27','fct','ahead','8_14','2','2','0'),
('2026-11-27','fct','hour','10','2','2','0'),
('2026-11-27','fct','hour','11','1','1','0'),
('2026-11-27','fct','hour','13','2','1','0'),
('2026-11-27','fct','hour','16','1','0','0'),
('2026-11-27','fct','message','booked email sent','2','0','0'),
('2026-11-27','fct','message','reminder sms sent','1','0','0'),
('2026-11-27','fct','visit','web no no','7','4','1'),
('2026-11-28','fct','ahead','3_7','1','0','0'),
('2026-11-28','fct','ahead','8_14','1','0','0'),
('2026-11-28','fct','answer','none','1','0','0'),
('2026-11-28','fct','hour','10','1','0','0'),
('2026-11-28','fct','hour','12','1','0','0'),
('2026-11-28','fct','message','booked email sent','4','0','0'),
('2026-11-28','fct','message','booked sms sent','1','0','0'),
('2026-11-28','fct','visit','web no no','1','0','0'),
('2026-11-28','fct','visit','web yes no','1','0','0'),
('2026-11-30','fct','ahead','2','1','0','0'),
('2026-11-30','fct','ahead','3_7','2','0','0'),
('2026-11-30','fct','ahead','8_14','2','0','0'),
('2026-11-30','fct','hour','11','1','0','0'),
('2026-11-30','fct','hour','13','1','0','0'),
('2026-11-30','fct','hour','15','1','0','0'),
('2026-11-30','fct','hour','9','2','0','0'),
('2026-11-30','fct','visit','web no no','5','0','0'),
('2026-12-01','fct','ahead','3_7','1','0','0'),
('2026-12-01','fct','ahead','8_14','4','0','0'),
('2026-12-01','fct','hour','10','2','0','0'),
('2026-12-01','fct','hour','11','1','0','0'),
('2026-12-01','fct','hour','12','1','0','0'),
('2026-12-01','fct','hour','15','1','0','0'),
('2026-12-01','fct','visit','web no no','5','0','0'),
('2026-12-02','fct','ahead','3_7','2','0','0'),
('2026-12-02','fct','hour','10','1','0','0'),
('2026-12-02','fct','hour','9','1','0','0'),
('2026-12-02','fct','visit','web no no','2','0','0'),
('2026-12-03','fct','ahead','3_7','3','0','0'),
('2026-12-03','fct','ahead','8_14','2','0','0'),
('2026-12-03','fct','hour','11','1','0','0'),
('2026-12-03','fct','hour','12','1','0','0'),
('2026-12-03','fct','hour','14','1','0','0'),
('2026-12-03','fct','hour','16','1','0','0'),
('2026-12-03','fct','hour','9','1','0','0'),
('2026-12-03','fct','visit','web no no','4','0','0'),
('2026-12-03','fct','visit','web no yes','1','0','0'),
('2026-12-04','fct','ahead','3_7','1','0','0'),
('2026-12-04','fct','ahead','8_14','2','0','0'),
('2026-12-04','fct','ahead','over_14','1','0','0'),
('2026-12-04','fct','cancelled','clinic','1','0','0'),
('2026-12-04','fct','hour','10','1','0','0'),
('2026-12-04','fct','hour','11','2','0','0'),
('2026-12-04','fct','hour','12','1','0','0'),
('2026-12-04','fct','visit','phone no no','1','0','0'),
('2026-12-04','fct','visit','web no no','3','0','0');
INSERT INTO overview_days ("day","time_zone") OVERRIDING SYSTEM VALUE VALUES
('2026-11-20','Africa/Lagos'),
('2026-11-21','Africa/Lagos'),
('2026-11-22','Africa/Lagos'),
('2026-11-23','Africa/Lagos'),
('2026-11-24','Africa/Lagos'),
('2026-11-25','Africa/Lagos'),
('2026-11-26','Africa/Lagos'),
('2026-11-27','Africa/Lagos'),
('2026-11-28','Africa/Lagos'),
('2026-11-29','Africa/Lagos'),
('2026-11-30','Africa/Lagos'),
('2026-12-01','Africa/Lagos'),
('2026-12-02','Africa/Lagos'),
('2026-12-03','Africa/Lagos'),
('2026-12-04','Africa/Lagos'),
('2026-12-05','Africa/Lagos');
INSERT INTO overview_doctors ("day","doctor_id","location","booked_minutes","done_minutes","busy") OVERRIDING SYSTEM VALUE VALUES
('2026-11-26','fct-okafor','fct','120','120','{[690,720),[840,930)}'),
('2026-11-27','fct-musa','fct','150','150','{[630,750),[810,840)}'),
('2026-11-27','fct-okafor','fct','210','105','{[630,675),[690,750),[810,870),[960,1005)}'),
('2026-11-28','fct-musa','fct','20','0','{[630,650)}'),
('2026-11-28','fct-okafor','fct','60','0','{[720,780)}'),
('2026-11-30','fct-musa','fct','150','0','{[540,630),[810,870)}'),
('2026-11-30','fct-okafor','fct','135','0','{[570,600),[660,720),[930,975)}'),
('2026-12-01','fct-danjuma','fct','30','0','{[600,630)}'),
('2026-12-01','fct-okafor','fct','165','0','{[600,645),[660,690),[750,795),[900,945)}'),
('2026-12-02','fct-danjuma','fct','30','0','{[630,660)}'),
('2026-12-02','fct-okafor','fct','90','0','{[570,660)}'),
('2026-12-03','fct-musa','fct','30','0','{[570,600)}'),
('2026-12-03','fct-okafor','fct','200','0','{[660,690),[720,810),[870,930),[990,1010)}'),
('2026-12-04','fct-danjuma','fct','30','0','{[690,720)}'),
('2026-12-04','fct-musa','fct','105','0','{[660,705),[750,810)}'),
('2026-12-04','fct-okafor','fct','90','0','{[630,720)}');
INSERT INTO password_resets ("id","email_key","staff_id","token_hash","created_at","expires_at","used_at") OVERRIDING SYSTEM VALUE VALUES
('b5ffff82-d0ff-4d37-b022-542dec74f4ce','root@example.com','55eac39c-8713-41de-a36b-e9de50cb44cc','H4W4RhODLHvagtPl6q-7GDnIID5VVIliPYuwsKP7wYk','2026-11-28 02:38:41.666+00','2026-11-28 03:08:42.077+00',NULL);
INSERT INTO patient_notes ("id","patient_id","text","written_at","written_by") OVERRIDING SYSTEM VALUE VALUES
('11433290-afe9-40ec-8db5-7714ca13f5a2','11557fe7-5a02-489f-9555-829019d48cd6','Prefers mornings.','2026-11-28 02:37:42.938+00','55eac39c-8713-41de-a36b-e9de50cb44cc'),
('879bb389-45b9-429e-9f3f-a4cdc43d787a','abddb7e3-cf46-4c55-93fe-8170b9cbb06f','Prefers mornings.','2026-11-28 02:38:40.501+00','55eac39c-8713-41de-a36b-e9de50cb44cc');
INSERT INTO patients ("id","verified","first_name","last_name","email","phone","phone_e164","email_key","gender","nationality","address","age","age_given_on","created_at","clinic_id","raw_id","title","middle_name","birth_date","guardian","version","joined_to","email_source","email_since","email_next","email_next_at","email_file","phone_source","phone_since","phone_next","phone_next_at","phone_file","updated_at") OVERRIDING SYSTEM VALUE VALUES
('016a35ee-12f3-44ec-8cdf-b94a65d556cc','false','Chiamaka','Bello','chiamaka.bello@example.com','0803 000 2720','+2348030002720','chiamaka.bello@example.com','none','nigeria','... Abuja','19','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('02310868-d9d7-4c77-a462-e6da62af0ece','false','Bola','Adebayo','bola.adebayo@example.com','0803 000 5698','+2348030005698','bola.adebayo@example.com','male','nigeria','... Abuja','17','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('09db13c4-f888-4e6f-9d61-81765e23ad7c','false','Yusuf','Suleiman','yusuf.suleiman@example.com','0803 000 0071','+2348030000071','yusuf.suleiman@example.com','female','nigeria','... Abuja','21','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('11557fe7-5a02-489f-9555-829019d48cd6','false','Oluwaseun','Bello','oluwaseun.bello@example.com','0803 000 6449','+2348030006449','oluwaseun.bello@example.com','male','nigeria','... Abuja','45','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('209914d0-77a6-45b5-9d27-18756cdbe039','false','Ifeoma','Danjuma','ifeoma.danjuma@example.com','0803 000 9716','+2348030009716','ifeoma.danjuma@example.com','female','nigeria','... Abuja','62','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('238c25a7-5230-4c92-8a01-1a4c94cc8c23','false','Amina','Okafor','amina.okafor@example.com','0803 000 8223','+2348030008223','amina.okafor@example.com','male','nigeria','... Abuja','30','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('415b327b-9b11-4e04-85a2-d9bd7f73ab95','true','Yusuf','Bello','bello.family@example.com','08030000999','+2348030000201','bello.family@example.com','male','nigeria','... Abuja',NULL,NULL,'2026-11-28 02:37:08.952634+00','ENM-0102','PF/2102','','','2012-09-03','','2',NULL,NULL,NULL,NULL,NULL,NULL,'desk','2026-11-28 02:38:41.261+00','+2348030000999','2026-11-29 02:38:41.261+00','+2348030000201','2026-11-28 02:38:41.261+00'),
('4a1d1451-5b42-4499-84c9-eaf1bb79686b','false','Uche','Chukwu','uche.chukwu@example.com','0803 000 0326','+2348030000326','uche.chukwu@example.com','female','nigeria','... Abuja','44','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('4c3f154f-892b-4df2-926c-6a8296f6f284','false','Nkechi','Lawal','nkechi.lawal@example.com','0803 000 9294','+2348030009294','nkechi.lawal@example.com','female','nigeria','... Abuja','68','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('4f98f7fe-a5f1-4d67-8f4d-27c8b2d84e91','false','Eze','Chiamaka','new0@example.com','08030001110','+2348030001110','new0@example.com','female','nigeria','... Abuja','30','2026-11-28','2026-11-28 02:37:41.966213+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:41.966+00'),
('5332f6fe-0bc9-41be-adcf-cac78869e57a','false','Dele','Chukwu','dele.chukwu@example.com','0803 000 9418','+2348030009418','dele.chukwu@example.com','male','nigeria','... Abuja','46','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('6783b368-58bb-499b-9baa-a9fd4669e7a5','false','Nkechi','Adeyemi','nkechi.adeyemi@example.com','0803 000 0024','+2348030000024','nkechi.adeyemi@example.com','none','nigeria','... Abuja','55','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('680f5f15-8eea-4f8b-a967-6cb3b8f579c9','false','Obinna','Ogunleye','obinna.ogunleye@example.com','0803 000 1495','+2348030001495','obinna.ogunleye@example.com','none','nigeria','... Abuja','60','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('68f114ec-23c9-4175-a269-2de8f17b9e3f','false','Ebuka','Danjuma','ebuka.danjuma@example.com','0803 000 4573','+2348030004573','ebuka.danjuma@example.com','female','nigeria','... Abuja','31','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('6f1e4479-aeb8-40b7-b709-9ba60b04e1b5','false','Bello','Musa','new1@example.com','08030001111','+2348030001111','new1@example.com','female','nigeria','... Abuja','31','2026-11-28','2026-11-28 02:37:42.049963+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:42.049+00'),
('79caebbf-f91f-409f-ab51-d9cc3a2a9859','false','Efua','Mensah','','08030001130','+2348030001130','',NULL,NULL,'... Abuja',NULL,NULL,'2026-11-28 02:37:42.148892+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:42.148+00'),
('7cb325fd-bd09-4c5f-8e18-a24c9535228a','true','Ngozi','Okafor','ngozi.okafor@example.com','','+2348030000204','ngozi.okafor@example.com','female','nigeria','... Abuja',NULL,NULL,'2026-11-28 02:37:08.97809+00','ENM-0104','PF/2104','dr','Amaka','1979-11-30','','2',NULL,NULL,NULL,NULL,NULL,NULL,'desk','2026-11-28 02:38:41.203+00','','2026-11-29 02:38:41.203+00','+2348030000204','2026-11-28 02:38:41.203+00'),
('7fcc908f-2c6d-4883-96bb-51f876d350ef','false','Yusuf','Sani','yusuf.sani@example.com','0803 000 4689','+2348030004689','yusuf.sani@example.com','none','nigeria','... Abuja','41','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('7fe34be7-95b8-455b-a10a-09e0c7eb54f9','false','Zainab','Garba','zainab.garba@example.com','0803 000 9282','+2348030009282','zainab.garba@example.com','male','nigeria','... Abuja','43','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('81becc7f-09ce-4af2-9261-4155f3bbb81f','false','Kofi','Asante','','08030001140','+2348030001140','',NULL,NULL,'... Abuja',NULL,NULL,'2026-11-28 02:37:43.131242+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:43.131+00'),
('92633aa3-b92e-477a-b39f-d04ec53fc0bf','true','Tunde','Adeyemi','tunde.adeyemi@example.com','',NULL,'tunde.adeyemi@example.com','male','nigeria','... Abuja',NULL,NULL,'2026-11-28 02:37:08.991195+00','ENM-0106','PF/2106','mr','','1994-01-17','','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:08.991+00'),
('93354963-dd91-48da-ba75-84c9ec41a102','false','Temitope','Balogun','temitope.balogun@example.com','0803 000 7815','+2348030007815','temitope.balogun@example.com','none','nigeria','... Abuja','20','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('9dbe2884-be4b-47e9-9ce8-a78431d2a2bc','false','Omotola','Onyeka','omotola.onyeka@example.com','0803 000 3359','+2348030003359','omotola.onyeka@example.com','male','nigeria','... Abuja','41','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('a04737c2-5285-49a0-a955-b31690691752','false','Chinedu','Nwosu','chinedu.nwosu@example.com','0803 000 9209','+2348030009209','chinedu.nwosu@example.com','male','nigeria','... Abuja','70','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('a60b598e-55ef-4eea-b469-89a9be09eb69','false','Bola','Onyeka','bola.onyeka@example.com','0803 000 5096','+2348030005096','bola.onyeka@example.com','none','nigeria','... Abuja','47','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('a630da8d-dc42-48bf-a7e3-bcf6b8a2f6a6','false','Chinedu','Umar','chinedu.umar@example.com','0803 000 1441','+2348030001441','chinedu.umar@example.com','male','nigeria','... Abuja','48','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('a78cad44-ce72-4c1f-a55e-00daf5b9f680','false','Amina','Obi','amina.obi@example.com','0803 000 1610','+2348030001610','amina.obi@example.com','male','nigeria','... Abuja','59','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('abddb7e3-cf46-4c55-93fe-8170b9cbb06f','true','Zainab','Bello','bello.new@example.com','+2348030000201','+2348030000201','bello.family@example.com','female','nigeria','... Abuja',NULL,NULL,'2026-11-28 02:37:08.925059+00','ENM-0101','PF/2101','mrs','','1986-02-14','','2',NULL,'desk','2026-11-28 02:38:41.154+00','bello.new@example.com','2026-11-29 02:38:41.154+00','bello.family@example.com',NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:38:41.154+00'),
('ac2727f0-77c0-4f83-91c3-a6abd545bf37','false','Oluwaseun','Bello','oluwaseun.bello@example.com','0803 000 2270','+2348030002270','oluwaseun.bello@example.com','male','nigeria','... Abuja','40','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('b5759166-adc9-4fc6-8859-99e46021fdbc','false','Omotola','Adebayo','omotola.adebayo@example.com','0803 000 4568','+2348030004568','omotola.adebayo@example.com','none','nigeria','... Abuja','26','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('c9c21069-c553-4d3f-9d19-de28d5919af8','false','Zainab','Okonkwo','zainab.okonkwo@example.com','0803 000 2666','+2348030002666','zainab.okonkwo@example.com','female','nigeria','... Abuja','46','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('cb965cf8-1283-4306-adb5-561551ddb23d','false','O’Brien','Aoife','new2@example.com','08030001112','+2348030001112','new2@example.com','female','nigeria','... Abuja','32','2026-11-28','2026-11-28 02:37:42.079325+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:42.079+00'),
('cfc33b86-c106-49a7-ba0a-12eba0d18c24','false','Chinedu','Obi','chinedu.obi@example.com','0803 000 6097','+2348030006097','chinedu.obi@example.com','none','nigeria','... Abuja','59','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('e4f25dc6-0c80-4f97-8d38-a9fc502d875f','false','Nwosu-Eze','Ngozi','new3@example.com','08030001113','+2348030001113','new3@example.com','female','nigeria','... Abuja','33','2026-11-28','2026-11-28 02:37:42.116361+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:42.116+00'),
('e6c13f2d-2cc6-4113-aeed-921e2ed8dbb4','false','Nkechi','Eze','nkechi.eze@example.com','0803 000 5345','+2348030005345','nkechi.eze@example.com','none','nigeria','... Abuja','18','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('e953dd99-af3d-4b1d-841c-1c676958cd84','true','Amina','Bello','bello.family@example.com','+2348030000201','+2348030000201','bello.family@example.com','female','nigeria','... Abuja',NULL,NULL,'2026-11-28 02:37:08.968667+00','ENM-0103','PF/2103','','','2015-06-21','','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:08.968+00'),
('ead7d685-841f-4d03-9941-28e698611a45','false','Uche','Adebayo','uche.adebayo@example.com','0803 000 2161','+2348030002161','uche.adebayo@example.com','none','nigeria','... Abuja','33','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('ee59826f-6e24-4d3c-82af-b1d79adf457e','false','Blessing','Adebayo','','0803 000 9351','+2348030009351','','female','nigeria','... Abuja','14','2026-11-28','2026-11-28 02:37:09.143858+00',NULL,'','','',NULL,'','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:09.143+00'),
('f7f7fc00-0a60-40f4-81ca-87fd8fb8cfad','true','Musa','Danjuma','','+2348030000205','+2348030000205','','male','nigeria','... Abuja',NULL,NULL,'2026-11-28 02:37:08.982402+00','ENM-0105','PF/2105','chief','','1951-04-08','','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 02:37:08.982+00');
INSERT INTO rate_limits ("key","points","expire") OVERRIDING SYSTEM VALUE VALUES
('sign-in:127.0.0.1','3','1795837121641'),
('sms-of-visits-on:TA1hfJdKdj-fjzvBKUdAnR','3','1795919921548'),
('sms-on:TA1hfJdKdj-fjzvBKUdAnR','3','1795919921550');
INSERT INTO recalls ("appointment_id","months","due_on","created_at","created_by","settled_at") OVERRIDING SYSTEM VALUE VALUES
('d0969b3c-1061-4dae-b0b6-2ba53691ac8b','6','2027-05-26','2026-11-28 02:38:41.557+00','55eac39c-8713-41de-a36b-e9de50cb44cc',NULL);
INSERT INTO recovery_codes ("code_hash","staff_id","used_at") OVERRIDING SYSTEM VALUE VALUES
('kiKfJ77DXzZAyT4stPyNUWiFkupvIcrSnljQWCG8nv4','55eac39c-8713-41de-a36b-e9de50cb44cc',NULL);
INSERT INTO retention_runs ("only","last_at","steady_since") OVERRIDING SYSTEM VALUE VALUES
('true','2026-11-28 02:36:43.642+00',NULL);
INSERT INTO secrets ("name","value","created_at") OVERRIDING SYSTEM VALUE VALUES
('callers','fNOEFPJsTXmdd3BRXyMLDqMv6bgSkniMoGEvCy2YDBg','2026-11-28 02:37:41.870337+00'),
('webhooks','QX1FU6rQleFBUvxAO0EisWQQ4brWe8sEYWzu7bc6GFI','2026-11-28 02:38:41.943644+00');
INSERT INTO services ("id","name","type","tariff","active","position","minutes","doctors") OVERRIDING SYSTEM VALUE VALUES
('bleeding-gum','Bleeding in the gum','consultation',NULL,'true','3','30',NULL),
('braces','Braces or Invisalign','procedure',NULL,'true','9','30',NULL),
('consultation','Consultation','consultation',NULL,'true','0','30',NULL),
('crowns','Crowns or Dentures or Bridges','procedure',NULL,'true','12','30',NULL),
('deep-cleaning','Deep Cleaning','procedure',NULL,'true','5','30',NULL),
('implant','Dental Implant','procedure',NULL,'true','11','30',NULL),
('other','Other','consultation',NULL,'true','4','30',NULL),
('root-canal','Root Canal Therapy','procedure',NULL,'true','10','30',NULL),
('routine-check-up','Routine Check-Up','consultation',NULL,'true','1','30',NULL),
('scaling-polishing','Scaling and Polishing','procedure',NULL,'true','6','30',NULL),
('teeth-whitening','Teeth Whitening','procedure',NULL,'true','7','30',NULL),
('tooth-pain','Tooth Pain','consultation',NULL,'true','2','30',NULL),
('veneers','Veneers/Hollywood Smile','procedure',NULL,'true','8','30',NULL);
INSERT INTO sessions ("token_hash","staff_id","patient_id","created_at","expires_at","id","last_used_at","browser","proven_at","lock_key","locked_at","device_id") OVERRIDING SYSTEM VALUE VALUES
('T_UDp15A1Z4OY5CmXsXc68r9tYGqpHcx2BwM8XmBOJ4','55eac39c-8713-41de-a36b-e9de50cb44cc',NULL,'2026-11-28 02:38:40.197+00','2026-11-28 14:38:40.197+00','28b82156-3594-470f-8001-5062b6ff3ce9','2026-11-28 02:38:40.197+00',NULL,'2026-11-28 02:38:40.197+00','991bd887d2f347b89f068a67c988cdcd4cefc9d90586450db1362eed29041911',NULL,NULL),
('Tkmx96GNaPM5rQxXgA3GWWGHnuMbl4qFmafpzglGjGA','55eac39c-8713-41de-a36b-e9de50cb44cc',NULL,'2026-11-28 02:37:41.294+00','2026-11-28 14:37:41.294+00','c34f0e12-cbe2-46f0-a6b6-5f3d34b77a5b','2026-11-28 02:37:41.294+00',NULL,'2026-11-28 02:37:41.294+00','466b272923fa4e16825f778d6562524f93776b022710451a850db94cca61dac5',NULL,NULL);
INSERT INTO spent_proofs ("signature","expires_at") OVERRIDING SYSTEM VALUE VALUES
('CrGOoqryk7wHz4fWTCKD_-HavVr__6kg2S1-TZuFoWk','2026-11-28 02:48:41.644825+00');
INSERT INTO staff ("id","username","email","email_key","surname","other_names","type","role_slug","profession","job_title","password_hash","notifications_seen_at","last_sign_in_at","disabled_at","created_at","locations","doctor_id","rights_version","guessing_told_at","oidc_issuer","oidc_subject","factor_due_at") OVERRIDING SYSTEM VALUE VALUES
('55eac39c-8713-41de-a36b-e9de50cb44cc','root','root@example.com','root@example.com','Admin','Clinic','admin','admin',NULL,NULL,'$argon2id$v=19$m=19456,t=2,p=1$79j9pGqcV7MXZ0uf7q+gOg$ccf4/hFaB8g7vArq9pVMqjx7trJKBn/S0o2S3QXTopQ','2026-11-27 14:37:08.872+00','2026-11-28 02:38:40.197+00',NULL,'2026-11-28 02:36:43.415558+00','{}',NULL,'1',NULL,NULL,NULL,'2026-12-12 02:36:43.415558+00'),
('b78b0326-a828-46f1-8e6a-aa6ea8f240aa','ife','ife.ade@example.com','ife.ade@example.com','Ade','Ife','manager',NULL,NULL,NULL,NULL,'2026-11-28 02:38:41.648011+00',NULL,NULL,'2026-11-28 02:38:41.648011+00','{fct}',NULL,'1',NULL,NULL,NULL,'2026-12-12 02:38:41.648011+00');
INSERT INTO staff_factors ("id","staff_id","kind","name","secret","last_step","credential_id","public_key","counter","transports","created_at","last_used_at") OVERRIDING SYSTEM VALUE VALUES
('21db96ce-218e-4a83-a82a-3f40439682b5','b78b0326-a828-46f1-8e6a-aa6ea8f240aa','totp','Phone',E'\\x8868e17e35ae2078902b5ae3b41f9df178d1c058','0',NULL,NULL,NULL,'{}','2026-11-28 02:38:41.653857+00',NULL);
INSERT INTO todos ("id","kind","appointment_id","created_at","done_at","done_by","note","words") OVERRIDING SYSTEM VALUE VALUES
('10f954ce-6f37-49f2-b40c-3d2f2638f6f3','asked_to_call','f13ca597-6604-4481-ac2e-08e4bce31829','2026-11-28 02:38:41.514+00',NULL,NULL,NULL,NULL),
('d906649c-e7d7-4feb-aeca-cf714b1ef22f','asked_to_call','eebfb8dc-0335-4e26-a54d-66a1f15517ad','2026-11-28 02:13:08.872+00',NULL,NULL,NULL,NULL),
('f1c8fe1d-c428-4646-ad9b-fb5b19b7302a','reply_not_understood','9855bf7d-83e7-4fb2-8859-5a9c849fc203','2026-11-28 02:25:08.872+00',NULL,NULL,NULL,'I may be 20 minutes late, is that all right?');
INSERT INTO visit_links ("token_hash","appointment_id","message_id","contact_key","created_at") OVERRIDING SYSTEM VALUE VALUES
('0e52650MpvapHtmoPQeJeaU2epVXskYqcDNpn7MyaPI','895434f9-0e3a-47ad-8a65-9fe73ed9e38b','e7b19894-1369-499a-b449-751e0f40736d','3Jsb7JFyNzoLf3ekcoGxLxXUyHYZvxr6kUtxTeCf3rQ','2026-11-28 02:37:42.795+00'),
('C2UsGEZIlKKggbDq5oQyLJI9jez_AvZXHq8-m0OSb0c','24690010-1778-49ec-a055-66244505cd81','e75d5637-04f2-4861-be15-afbcf607d1fd','pKF-pqmHZ7Z3L4xO-WbIWia53gj5XRjFOsbW-QLmMg4','2026-11-28 02:38:42.67+00'),
('MQB-eOr9qUA5wRQDPNoGDzXamlKUhrAPxpSd4ghBj9g','f13ca597-6604-4481-ac2e-08e4bce31829','a2ae61d1-5f43-4a87-a64c-8ba9cdc8d4f0','Dmcv4gShXLyScWNP1aSZVjhaSJKn7jShtX0qNjHZ0uI','2026-11-28 02:37:42.737+00'),
('O32SUxBaIxF7QOs3FY7IC-jhk_fR72Mve2WfRPUews4','ffe7c652-1e3b-4e69-93ca-ddf7aba2d63f','bb6e332b-ef7a-448d-b317-b6a17afcab82','00WmJzO1PKznBwk6Zeq1vpI_p-57Lmrt5F1xnDFYJ8g','2026-11-28 02:37:42.798+00'),
('zGTIx6_LRH-XtmuzgiUr-xmOR0OnikWD_WcHx2ANWUo','129fbb0b-6ce6-4efb-bb9b-09b3dbc4b222','958e3c9e-ed55-42d6-ac7c-f273b124022d','GAJBfJ3xhbl-hAHvH1dCoTe52umqGhVOwlkj_aRpwaw','2026-11-28 02:37:42.573+00');
INSERT INTO waiting_entries ("id","appointment_id","patient_id","location","service_id","minutes","doctor_id","from_day","to_day","weekdays","part_of_day","language","created_at","created_by","ended_at","ended_as","version","urgent","note") OVERRIDING SYSTEM VALUE VALUES
('b42969aa-8c70-471f-b372-0a6d8ecb63ef','0142b96c-d887-4cc3-bd10-9e0ae5dc6963','680f5f15-8eea-4f8b-a967-6cb3b8f579c9','fct','teeth-whitening','60',NULL,'2026-11-28','2026-12-11','{}',NULL,'en','2026-11-26 02:37:08.872+00',NULL,NULL,NULL,'1','false',''),
('bf50e35a-a25e-4792-ae3e-f6b4e940ee23',NULL,'81becc7f-09ce-4af2-9261-4155f3bbb81f','fct','consultation','30',NULL,'2026-11-28','2026-12-28','{}',NULL,'en','2026-11-28 02:37:43.13+00','55eac39c-8713-41de-a36b-e9de50cb44cc',NULL,NULL,'1','false',''),
('d6f104ea-2af4-4a3b-b89c-f5c2248f043c',NULL,'ee59826f-6e24-4d3c-82af-b1d79adf457e','fct','tooth-pain','30',NULL,'2026-11-28','2026-12-12','{}',NULL,'en','2026-11-25 02:37:08.872+00',NULL,NULL,NULL,'1','false','');
INSERT INTO webhook_deliveries ("webhook_id","event_id","seq","appointment_id","state","due_at","attempts","by_hand","last_at","last_status","last_error","took_ms") OVERRIDING SYSTEM VALUE VALUES
('e68a1c4a-171a-4564-b130-4b018d88dcb5','21d1f710-b085-4687-98eb-0faf491c1f1c','1','b58bbcb4-3a56-4749-b239-0f92a5084c60','pending','2026-11-28 02:38:41.954266+00','0','false',NULL,NULL,NULL,NULL);
INSERT INTO webhook_events ("id","seq","type","appointment_id","at","data") OVERRIDING SYSTEM VALUE VALUES
('21d1f710-b085-4687-98eb-0faf491c1f1c','1','appointment.cancelled','b58bbcb4-3a56-4749-b239-0f92a5084c60','2026-11-28 02:38:41.575136+00','{"end": "2026-12-04T15:00:00Z", "start": "2026-12-04T14:30:00Z", "doctor": "fct-okafor", "version": 2, "location": "fct", "appointment": "b58bbcb4-3a56-4749-b239-0f92a5084c60"}');
INSERT INTO webhooks ("id","url","secret","created_at","off_as","off_at","failures") OVERRIDING SYSTEM VALUE VALUES
('e68a1c4a-171a-4564-b130-4b018d88dcb5','https://practice.example.com/hook',E'\\xf2b9ddea1c5414a2ba3ae8627bb6df0b47495cd38c84c9ea6001e8188fd6c40f','2026-11-28 02:38:40.350059+00','secret','2026-11-28 02:38:41.954266+00','0');
SELECT setval('drizzle.__drizzle_migrations_id_seq', 48);
SELECT setval('public.audit_log_id_seq', 28);
SELECT setval('public.webhook_events_seq_seq', 1);
CREATE OR REPLACE FUNCTION public.book_appointment_8(p_key text, p_request_hash text, p_answer jsonb, p_appointment_id uuid, p_reference text, p_doctor_ids text[], p_doctor_chosen boolean, p_location text, p_service_id text, p_service_text text, p_appointment_type text, p_tariff numeric, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_status text, p_complaint text, p_language text, p_registered boolean, p_patient_id uuid, p_first_name text, p_last_name text, p_email text, p_email_key text, p_phone text, p_phone_e164 text, p_gender text, p_nationality text, p_address text, p_age smallint, p_age_given_on date, p_guardian text, p_consent_text date, p_open_limit integer, p_caller text, p_proven boolean, p_override boolean, p_now timestamp with time zone, p_blockers bigint, p_booked_by uuid, p_at_desk boolean, p_channel text, p_reachable boolean, p_waiting_since timestamp with time zone, p_urgent boolean, p_overrides text[], p_doctors jsonb, p_tell_at timestamp with time zone, p_details jsonb, OUT result text, OUT answer jsonb)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
DECLARE
  candidate text;
  has_slot boolean;
  open_already bigint;
  open_of_caller bigint;
  is_same_person boolean;
  refusal text;
  all_marks text[];
BEGIN
  -- Bookings share the location's lock; whoever saves a blocker takes it alone (docs/decisions/010). A booking that was
  -- checked against other blockers than those of now is not stored; null: it was to be checked against none.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('location:' || p_location, 0));

  IF p_blockers IS NOT NULL AND (SELECT version FROM blocker_changes) IS DISTINCT FROM p_blockers THEN
    result := 'blockers_changed';
    RETURN;
  END IF;

  -- Bookings of one patient or contact take turns, so that counts and marks hold in a race. Locked in one order, they do
  -- not wait for one another in a circle.
  IF p_open_limit IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(id)
    FROM (SELECT DISTINCT hashtextextended(who, 0) AS id
          FROM unnest(CASE WHEN p_registered THEN ARRAY['patient:' || p_patient_id]
                      ELSE ARRAY['contact:' || p_email_key, 'contact:' || p_phone_e164] END) AS who
          WHERE who IS NOT NULL ORDER BY id) AS ids;
  END IF;

  -- What is booked already (docs/decisions/029). A verified patient hears of their own: of an overlapping visit, and of
  -- the limit of open appointments (null lifts it). A visitor hears of nobody's: records of the contact that was typed
  -- only mark the booking for the desk, and what refuses or asks for a proof is what the same caller has booked for that
  -- contact. All of it is judged after the time itself, so that it tells nothing that a free time would not.
  --
  -- All of it is looked for by contact, which few records share.
  IF p_registered THEN
    is_same_person := EXISTS (
      SELECT FROM patients me
      JOIN patients p ON p.id = me.id
        OR NOT p.verified AND (p.email_key = nullif(me.email_key, '') OR p.phone_e164 = me.phone_e164)
      JOIN appointments a ON a.patient_id = p.id
      WHERE me.id = p_patient_id
        AND a.takes_time AND a.starts_at < p_ends_at AND a.ends_at > p_starts_at
        AND (p.id = me.id
             OR comparable_words(p.first_name || ' ' || p.last_name || ' ' || p.middle_name)
              = comparable_words(me.first_name || ' ' || me.last_name || ' ' || me.middle_name)));
    IF is_same_person AND NOT p_override THEN
      refusal := 'same_person_same_time';
    ELSIF p_open_limit <= (SELECT count(*) FROM appointments
                           WHERE patient_id = p_patient_id AND status = 'open' AND starts_at > p_now) THEN
      refusal := 'too_many_appointments';
    END IF;
  ELSE
    SELECT count(*) FILTER (WHERE is_open AND NOT verified),
           count(*) FILTER (WHERE is_open AND caller = nullif(p_caller, '-')),
           coalesce(bool_or(CASE WHEN is_overlapping
             THEN (first_name, last_name, middle_name) = (p_first_name, p_last_name, '')
               OR comparable_words(first_name || ' ' || last_name || ' ' || middle_name)
                = comparable_words(p_first_name || ' ' || p_last_name) END), false)
    INTO open_already, open_of_caller, is_same_person
    FROM (SELECT p.verified, p.first_name, p.last_name, p.middle_name, a.caller,
                 a.status = 'open' AND a.starts_at > p_now AS is_open,
                 a.takes_time AND a.starts_at < p_ends_at AND a.ends_at > p_starts_at AS is_overlapping
          FROM patients p JOIN appointments a ON a.patient_id = p.id
          WHERE (p.email_key = p_email_key OR p.phone_e164 = p_phone_e164) AND a.status IN ('open', 'confirmed')) AS theirs
    WHERE is_open OR is_overlapping;
    refusal := CASE WHEN p_at_desk AND is_same_person AND NOT p_override THEN 'same_person_same_time'
                    WHEN open_of_caller >= 2 * p_open_limit THEN 'too_many_appointments'
                    WHEN open_of_caller >= p_open_limit AND NOT p_proven THEN 'proof_required' END;
  END IF;
  IF refusal IS NOT NULL THEN
    result := CASE WHEN refusal = 'same_person_same_time' OR EXISTS (
      SELECT FROM unnest(p_doctor_ids) AS free (doctor)
      WHERE NOT EXISTS (SELECT FROM appointments taken
                        WHERE taken.doctor_id = free.doctor AND taken.takes_time
                          AND tstzrange(taken.starts_at, taken.ends_at) && tstzrange(p_starts_at, p_ends_at)))
      THEN refusal ELSE 'slot_taken' END;
    RETURN;
  END IF;
  all_marks := array_remove(ARRAY[CASE WHEN is_same_person THEN 'same_person' END,
                                  CASE WHEN NOT p_registered AND open_already >= p_open_limit THEN 'over_limit' END], NULL);

  -- The doctors are tried in the order given until one takes the slot, after a running booking of the same slot or key.
  FOREACH candidate IN ARRAY p_doctor_ids LOOP
    -- Who takes it is known here, and so are the marks, which only the desk is told.
    answer := p_answer || jsonb_build_object('doctor', p_doctors -> candidate)
      || CASE WHEN p_at_desk THEN jsonb_build_object('marks', to_jsonb(all_marks)) ELSE '{}' END;
    WITH booked AS (
      INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_id,
                                service_text, appointment_type, tariff, starts_at, ends_at, status, complaint, language,
                                marks, caller, booked_by, channel, reachable, waiting_since, urgent, overrides, tell_at,
                                consent_at, consent_text)
      VALUES (p_appointment_id, p_reference, p_patient_id, candidate, p_doctor_chosen, p_location, p_service_id,
              p_service_text, p_appointment_type, p_tariff, p_starts_at, p_ends_at, p_status, p_complaint, p_language,
              all_marks, p_caller, p_booked_by, p_channel, p_reachable, p_waiting_since, p_urgent, p_overrides, p_tell_at,
              CASE WHEN p_consent_text IS NOT NULL THEN p_now END, p_consent_text)
      ON CONFLICT ON CONSTRAINT appointments_no_overlap DO NOTHING
      RETURNING id
    ), person AS (
      INSERT INTO patients (id, first_name, last_name, email, email_key, phone, phone_e164, gender, nationality,
                            address, age, age_given_on, guardian)
      SELECT p_patient_id, p_first_name, p_last_name, p_email, coalesce(p_email_key, ''), p_phone, p_phone_e164, p_gender,
             p_nationality, p_address, p_age, p_age_given_on, coalesce(p_guardian, '')
      FROM booked WHERE NOT p_registered
    ), filled AS (
      -- What another booking has filled in meanwhile stays. Contacts get no comparable form: nobody has shown that
      -- they are the patient's, so no code is asked for by them or sent to them (docs/decisions/014).
      UPDATE patients
      SET email = CASE WHEN email = '' THEN coalesce(p_email, '') ELSE email END,
          phone = CASE WHEN phone = '' THEN coalesce(p_phone, '') ELSE phone END,
          guardian = CASE WHEN guardian = '' THEN coalesce(p_guardian, '') ELSE guardian END
      FROM booked
      WHERE p_registered AND patients.id = p_patient_id
        AND (p_email IS NOT NULL AND email = '' OR p_phone IS NOT NULL AND phone = ''
             OR p_guardian IS NOT NULL AND guardian = '')
    ), claimed AS (
      INSERT INTO idempotency_keys (key, request_hash, answer) SELECT p_key, p_request_hash, book_appointment_8.answer FROM booked
    ), trail AS (
      INSERT INTO audit_log (staff_id, action, subject_kind, subject_id, details)
      SELECT p_booked_by, 'appointment.booked', 'appointment', id::text, p_details
      FROM booked WHERE p_booked_by IS NOT NULL
    ), job AS (
      -- As server/jobs/enqueue.ts asks for a confirmation; a test holds the two equal.
      INSERT INTO pgboss.job
        (name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, dead_letter, policy)
        SELECT 'confirmation-mail', jsonb_build_object('appointmentId', id::text), 580,
               15, true, 300, 120, 'undelivered-mail', 'standard'
        FROM booked WHERE NOT p_at_desk
    ), telling AS (
      INSERT INTO pgboss.job
        (name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, dead_letter, policy, start_after)
        SELECT 'appointment-told', jsonb_build_object('kind', 'told', 'appointmentId', id::text, 'due', p_tell_at), 580,
               15, true, 300, 120, 'undelivered-mail', 'standard', p_tell_at
        FROM booked WHERE p_tell_at IS NOT NULL
    )
    SELECT true INTO has_slot FROM booked;
    IF has_slot THEN
      result := 'booked';
      RETURN;
    END IF;
  END LOOP;
  answer := NULL;
  result := 'slot_taken';
END
$function$
;
CREATE OR REPLACE FUNCTION public.move_appointment_2(p_key text, p_request_hash text, p_answer jsonb, p_id uuid, p_version integer, p_doctor_ids text[], p_doctors jsonb, p_doctor_chosen boolean, p_from_location text, p_location text, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_blockers bigint, p_override boolean, p_overrides text[], p_tell_at timestamp with time zone, p_moved_by uuid, p_details jsonb, OUT result text, OUT answer jsonb)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
DECLARE
  candidate text;
  me patients;
  was appointments;
  is_same_person boolean;
  all_marks text[];
BEGIN
  -- As a booking does, at both locations; everyone takes them in one order.
  PERFORM pg_advisory_xact_lock_shared(id)
  FROM (SELECT DISTINCT hashtextextended('location:' || code, 0) AS id
        FROM unnest(ARRAY[p_from_location, p_location]) AS code ORDER BY id) AS ids;

  -- Null: the time was to be checked against no blocker.
  IF p_blockers IS NOT NULL AND (SELECT version FROM blocker_changes) IS DISTINCT FROM p_blockers THEN
    result := 'blockers_changed';
    RETURN;
  END IF;

  -- What the caller has checked of the appointment holds for the version that they read.
  SELECT * INTO was FROM appointments WHERE id = p_id AND version = p_version FOR UPDATE;
  IF NOT FOUND THEN
    result := 'stale_version';
    RETURN;
  END IF;

  SELECT * INTO me FROM patients WHERE id = was.patient_id;
  is_same_person := EXISTS (
    SELECT FROM patients p JOIN appointments a ON a.patient_id = p.id
    WHERE (p.id = me.id
           OR (p.email_key = nullif(me.email_key, '') OR p.phone_e164 = me.phone_e164)
              AND NOT (p.verified AND me.verified)
              AND comparable_words(p.first_name || ' ' || p.last_name || ' ' || p.middle_name)
                = comparable_words(me.first_name || ' ' || me.last_name || ' ' || me.middle_name))
      AND a.id <> p_id AND a.takes_time AND a.starts_at < p_ends_at AND a.ends_at > p_starts_at);
  IF is_same_person AND NOT p_override THEN
    result := 'same_person_same_time';
    RETURN;
  END IF;
  all_marks := array_remove(was.marks, 'same_person') || CASE WHEN is_same_person THEN ARRAY['same_person'] ELSE '{}' END;

  -- Moves to these doctors' day take turns: two that wait for one another's new time would be a deadlock, which the
  -- database breaks only after a second. Bookings never wait so: they give their time up before they wait.
  PERFORM pg_advisory_xact_lock(id)
  FROM (SELECT hashtextextended('moves:' || doctor || ':' || date_trunc('day', p_starts_at AT TIME ZONE 'UTC')::text, 0) AS id
        FROM unnest(p_doctor_ids) AS doctor ORDER BY id) AS ids;

  FOREACH candidate IN ARRAY p_doctor_ids LOOP
    CONTINUE WHEN EXISTS (
      SELECT FROM appointments taken
      WHERE taken.doctor_id = candidate AND taken.takes_time AND taken.id <> p_id
        AND tstzrange(taken.starts_at, taken.ends_at) && tstzrange(p_starts_at, p_ends_at));
    BEGIN
      UPDATE appointments
      SET doctor_id = candidate, doctor_chosen = p_doctor_chosen, location = p_location, starts_at = p_starts_at,
          ends_at = p_ends_at, version = version + 1, moved = moved + 1, patient_confirmed_at = NULL,
          waiting_since = NULL, overrides = p_overrides, marks = all_marks, tell_at = p_tell_at,
          -- Who is not to be told has heard it.
          told = CASE WHEN p_tell_at IS NULL AND told IS NOT NULL
                      THEN told || jsonb_build_object('startsAt', p_starts_at, 'endsAt', p_ends_at,
                                                      'location', p_location, 'doctorId', candidate)
                      ELSE told END
      WHERE id = p_id;
    EXCEPTION WHEN exclusion_violation THEN
      CONTINUE;
    END;
    IF was.waiting_since IS NULL THEN
      PERFORM time_freed_1(was.location, was.doctor_id, was.starts_at, was.ends_at, p_id, now());
    END IF;
    answer := p_answer || jsonb_build_object('doctor', p_doctors -> candidate, 'marks', to_jsonb(all_marks));
    INSERT INTO idempotency_keys (key, request_hash, answer) VALUES (p_key, p_request_hash, answer);
    INSERT INTO audit_log (staff_id, action, subject_kind, subject_id, details)
    VALUES (p_moved_by, CASE WHEN p_moved_by IS NULL THEN 'appointment.moved_by_patient' ELSE 'appointment.moved' END,
            'appointment', p_id::text,
            p_details || jsonb_build_object('fromDoctor', was.doctor_id, 'toDoctor', candidate));
    IF p_tell_at IS NOT NULL THEN
      -- With the settings of TOLD_RETRY in server/jobs/queues.ts; a test compares them.
      INSERT INTO pgboss.job
        (name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, dead_letter, policy, start_after)
      VALUES ('appointment-told', jsonb_build_object('kind', 'told', 'appointmentId', p_id::text, 'due', p_tell_at), 580,
              15, true, 300, 120, 'undelivered-mail', 'standard', p_tell_at);
    END IF;
    result := 'moved';
    RETURN;
  END LOOP;
  result := 'slot_taken';
END
$function$
;
CREATE OR REPLACE FUNCTION public.time_freed_1(p_location text, p_doctor_id text, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_freed_by uuid, p_due_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO freed_times (location, doctor_id, starts_at, ends_at, freed_by, due_at)
  SELECT p_location, p_doctor_id, p_starts_at, p_ends_at, p_freed_by, p_due_at
  WHERE EXISTS (
    SELECT FROM waiting_entries
    WHERE ended_at IS NULL AND location = p_location
      -- A day more on both sides, whatever the time zone.
      AND from_day <= (p_ends_at AT TIME ZONE 'UTC')::date + 1 AND to_day >= (p_starts_at AT TIME ZONE 'UTC')::date - 1)
$function$
;
