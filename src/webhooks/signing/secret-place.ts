/** Which secret of an account. A sealed one opens as no other. */
export interface SecretPlace {
  readonly account: string;
  /** `default`, `endpoint/whe_…` or `delivery/dlv_…`. */
  readonly field: string;
}

/** Of the account's default secret. */
export function defaultSecret(account: string): SecretPlace {
  return { account, field: "default" };
}

/** Of an endpoint's secret. */
export function endpointSecret(account: string, id: string): SecretPlace {
  return { account, field: `endpoint/${id}` };
}

/** Of the secret that a delivery keeps for signatures that are made anew at each attempt. */
export function deliverySecret(account: string, id: string): SecretPlace {
  return { account, field: `delivery/${id}` };
}
