export type Limits = {
  /** @throws AppError TOO_MANY when this address tried too often; answers how to treat the attempt */
  beforeLogin(userName: string, address: string): Promise<{ locked: boolean }>
  afterLogin(userName: string, address: string, succeeded: boolean): Promise<void>
}
