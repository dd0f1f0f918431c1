/**
 * Return a skewed random owner: the size of the largest of n owners ≈ n^(-1/1.65): 17 % of 20 clients, 6 % of 100, 4 %
 * of 200, as in data.md B. `fraction` is a deterministic number in [0, 1) of the device, so that the same call gives
 * the same fleet.
 */
export const skewed = (fraction: string, count: number) => `floor(${count} * pow(${fraction}, 1.65))::int`

/** Return PostgreSQL's own seeded hash of `key`, the same in every version since 11, as a number in [0, 1). */
export const fraction = (key: string, salt: number) =>
  `((hashint8extended(${key}, ${salt}) & 1048575) / 1048576.0)::float8`

/** Return the type of a device; six of ten are T30. */
export const typeOf = (key: string) => `(case when ${fraction(key, 23)} < 0.6 then 'T30' else 'T20' end)::device_type`
