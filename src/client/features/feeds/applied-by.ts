/** Who applied a batch; null = nobody, because the batch belongs to the demonstration data. */
export const appliedBy = (actor: string): string | null => (actor === 'simulation' ? null : actor)
