#!/usr/bin/env node
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuilt, root } from './stamp.mjs'

// The build starts faster; the source works right after `npm ci`.
if (isBuilt()) await import(pathToFileURL(join(root, 'dist', 'cli', 'main.js')).href)
else {
  const { register } = await import('tsx/esm/api')
  register()
  await import(pathToFileURL(join(root, 'src', 'cli', 'main.ts')).href)
}
