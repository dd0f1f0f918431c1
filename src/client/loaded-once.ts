/** Code that is loaded once. `start` loads it, or returns the load that runs or succeeded; `get` = undefined until then. */
export type LoadedOnce<Value> = { start: () => Promise<Value>; get: () => Value | undefined }

/**
 * Load code at most once; after a failure the next `start` tries again. Render what `get` returns without suspending:
 * React shows what suspended 300 ms after its placeholder at the earliest, even if it arrived at once.
 */
export function loadedOnce<Value>(load: () => Promise<Value>): LoadedOnce<Value> {
  let loading: Promise<Value> | null = null
  let loaded: Value | undefined
  const start = () => {
    loading ??= load().then(
      (value) => {
        loaded = value
        return value
      },
      (error: unknown) => {
        loading = null
        throw error
      },
    )
    return loading
  }
  return { start, get: () => loaded }
}
