/** The published test vector; it stands in the README too. */
export const vector = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  body: '{"id":"evt_77ab","type":"webhook.test","createdAt":"2026-03-01T10:00:00.000Z","data":{"endpointId":"whe_12","message":"Test event"}}',
  signature: "sha256=7609fd62eb1da44f8f1e174ec38e415cb7a827d2148c48112718f9c92859da37",
};

/** The vector of the documentation of Standard Webhooks. */
export const standardVector = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
  signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
};
