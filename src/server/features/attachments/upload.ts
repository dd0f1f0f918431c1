import type { z } from 'zod'
import type { SignedInContext } from '#server/trpc.ts'
import type { ProjectImage } from '#shared/projects.ts'
import type { UploadAnswer, UploadRequest } from '#shared/uploads.ts'
import { projectImage, publicIdOf } from './images.ts'
import { findOwnAttachments } from './queries.ts'
import { storePicture } from './store-picture.ts'

/**
 * Store a sketch (C099). It belongs to no project until a project is saved with it, and is removed after a day without
 * one.
 */
export async function uploadImage(
  ctx: SignedInContext,
  request: z.output<typeof UploadRequest>,
): Promise<UploadAnswer> {
  const image = projectImage(
    ctx.services.links,
    await storePicture(ctx, request, { kind: 'project', id: null }),
    ctx.clock(),
  )
  return { id: image.path, ...image }
}

/**
 * Return new signed URLs for sketches in a form whose URLs have expired: own uploads, and those of own projects. Others
 * are left out.
 */
export async function findImages(ctx: SignedInContext, paths: readonly string[]): Promise<ProjectImage[]> {
  const publicIds = [...new Set(paths.flatMap((path) => publicIdOf(path) ?? []))]
  const found = await findOwnAttachments(ctx.db, publicIds, ctx.viewer.userId)
  return found.map((attachment) => projectImage(ctx.services.links, attachment, ctx.clock()))
}
