/** Who applied a batch; null = nobody: it came with the demonstration. */
export const personOf = (actor: string): string | null => (actor === 'simulation' ? null : actor)
