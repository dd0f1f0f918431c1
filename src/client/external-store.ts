import { useSyncExternalStore } from 'react'

/** For a value that is kept outside React: components that read it by `useValue` are rendered again after `notify`. */
export function createNotifier() {
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  return {
    notify: () => {
      // A copy, because a component that is rendered again may add or remove listeners.
      for (const listener of [...listeners]) listener()
    },
    useValue: <Value>(read: () => Value): Value => useSyncExternalStore(subscribe, read),
  }
}

/** A value outside React that components and other code read and replace. */
export function createStore<Value>(initial: Value) {
  let value = initial
  const { notify, useValue } = createNotifier()
  const get = (): Value => value
  return {
    get,
    set: (next: Value): void => {
      value = next
      notify()
    },
    useStored: (): Value => useValue(get),
  }
}
