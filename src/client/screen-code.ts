import { type ComponentType, createElement, use } from 'react'
import { loadedOnce } from './loaded-once.ts'

/** A screen whose code is loaded when it is opened, or earlier by `load`. */
export type Screen = { load: () => Promise<unknown>; Screen: ComponentType }

/**
 * Declare a screen by its code. `words` = areas that few screens need; they are loaded before the screen's code runs.
 */
export function screen(code: () => Promise<ComponentType>, ...words: readonly (() => Promise<void>)[]): Screen {
  const { start, get } = loadedOnce(async () => {
    await Promise.all(words.map((learn) => learn()))
    return code()
  })
  // React renders again what suspended: a load that failed must be the same promise then.
  let opened: Promise<ComponentType> | null = null
  const wait = () => {
    opened ??= start()
    return use(opened)
  }
  const show = () => createElement(get() ?? wait())
  return { load: start, Screen: show }
}
