import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A screen whose code is loaded when it is opened, or earlier by `load`. */
export type Screen = { load: () => Promise<unknown>; Screen: LazyExoticComponent<ComponentType> }

/**
 * Declare a screen by its code. `words` = areas that few screens need; they are loaded before the screen's code runs.
 */
export function screen(code: () => Promise<ComponentType>, ...words: readonly (() => Promise<void>)[]): Screen {
  const load = async () => {
    await Promise.all(words.map((learn) => learn()))
    return code()
  }
  return { load, Screen: lazy(async () => ({ default: await load() })) }
}
