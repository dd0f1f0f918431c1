import type { Trx } from '#server/db/tables.ts'
import type { Storage } from '#server/services/storage/storage.ts'
import { newStoredName, storedTypes } from '#server/services/storage/stored-names.ts'
import { lessonVideo } from './lesson-video.ts'

/** A video whose file is in the storage already. */
type KeptVideo = { publicId: string; storedName: string; size: number }
type Keys = {
  users: ReadonlyMap<string, number>
  baseIds: readonly number[]
  now: Date
  instant: (day: number, seconds: number) => Date
  video: KeptVideo | null
}

const hour = 3_600
const guidance =
  '一看目标是否明确，二看讲解是否有条理，三看演示是否规范，四看学员是否动手。请按量表逐项打分，并在时间点上写明依据。'
const speech = `各位同事好，今天讲除湿机的日常巡检。
第一步，看：铭牌、接线、滤网。滤网发灰就要清洗，不要等到报警。
第二步，听：风机有没有异响，压缩机启停是否过于频繁。
第三步，量：进出风温差、冷凝水量，记在巡检表上。
最后，凡是动过的地方，都要拍照留底。`

const blank = { site_id: null, video_file_name: null, share_key: null, ended: false }

/** Insert the recorded session of the first base, with its video if there is one. @returns its id */
async function writeRecorded(trx: Trx, { users, baseIds: [first = 0], instant, video }: Keys): Promise<number> {
  const inspector = users.get('inspector') ?? 0
  const { id: recorded } = await trx
    .insertInto('class_session')
    .values({
      ...blank,
      company_id: first,
      user_id: inspector,
      name: '除湿机日常巡检（录播）',
      type: '录播',
      start_at: instant(-6, 14 * hour),
      end_at: instant(-6, 15 * hour),
      meet_info: null,
      speech_text: speech,
      guidance,
      video_file_name: video?.storedName ?? null,
      create_time: instant(-7, 10 * hour),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (video)
    await writeVideo(trx, {
      video,
      company_id: first,
      user_id: inspector,
      owner_id: recorded,
      create_time: instant(-6, 16 * hour),
    })
  return recorded
}

type Owned = { video: KeptVideo; company_id: number; user_id: number; owner_id: number; create_time: Date }
async function writeVideo(trx: Trx, { video, ...owned }: Owned): Promise<void> {
  await trx
    .insertInto('attachment')
    .values({
      ...owned,
      public_id: video.publicId,
      owner_kind: 'classVideo',
      stored_name: video.storedName,
      file_name: '除湿机日常巡检.webm',
      mime: storedTypes.webm,
      size: video.size,
      width: null,
      height: null,
      deleted_at: null,
    })
    .execute()
}

/** Insert live and planned sessions at the first base, and one of the second. */
async function writeOtherSessions(
  trx: Trx,
  { users, baseIds: [first = 0, second = 0], now, instant }: Keys,
): Promise<void> {
  const [inspector, base] = [users.get('inspector') ?? 0, users.get('base') ?? 0]
  const hours = (count: number) => new Date(Math.floor(now.getTime() / 60_000) * 60_000 + count * hour * 1_000)
  await trx
    .insertInto('class_session')
    .values([
      {
        ...blank,
        company_id: first,
        user_id: base,
        name: '冬季冷库送修流程（直播）',
        type: '直播',
        start_at: hours(-0.5),
        end_at: hours(8),
        meet_info: '860-112-733',
        speech_text: null,
        guidance,
      },
      {
        ...blank,
        company_id: first,
        user_id: inspector,
        name: '新员工上岗培训（直播）',
        type: '直播',
        start_at: hours(72),
        end_at: hours(74),
        meet_info: '860-112-734',
        speech_text: null,
        guidance,
      },
      {
        ...blank,
        company_id: second,
        user_id: users.get('base2') ?? 0,
        name: '告警处置案例（录播）',
        type: '录播',
        start_at: instant(-3, 10 * hour),
        end_at: instant(-3, 11 * hour),
        meet_info: null,
        speech_text: null,
        guidance,
      },
    ])
    .execute()
}

/** Insert the listeners of the recorded session, and their comments. */
async function writeEvaluations(
  trx: Trx,
  { users, baseIds: [first = 0], instant }: Keys,
  recorded: number,
): Promise<void> {
  const [inspector, base] = [users.get('inspector') ?? 0, users.get('base') ?? 0]
  await trx
    .insertInto('class_check')
    .values([inspector, base].map((user_id) => ({ class_id: recorded, user_id })))
    .execute()
  const models = await trx.selectFrom('model').select('id').where('name', 'like', '%量表').orderBy('id').execute()
  const comment = (
    user_id: number,
    content: string,
    minutes: number,
    point: string | null,
    score: number | null,
    scale: number,
    tag_type: string | null,
  ) => {
    const at = instant(-5, 9 * hour + minutes * 60)
    const model_id = score === null ? null : (models[scale]?.id ?? null)
    const type = point === null ? ('评价' as const) : ('精准点评' as const)
    return {
      company_id: first,
      target_kind: 'class' as const,
      class_id: recorded,
      user_id,
      type,
      content,
      point,
      score,
      model_id,
      material_type_id: null,
      tag_type,
      create_time: at,
      update_time: at,
    }
  }
  await trx
    .insertInto('comment')
    .values([
      comment(base, '内容贴近现场，可作为新人必修课。', 0, null, null, 0, null),
      comment(base, '开场讲清了三步法，目标明确。', 3, '00:02', 92, 0, '表扬'),
      comment(base, '测量一段没有展示记录表，建议补一张照片。', 6, '00:13', 78, 1, '建议'),
      comment(inspector, '风机异响的例子很直观。', 12, '00:09', 88, 0, '表扬'),
      comment(inspector, '最后拍照留底的要求应写进规程。', 15, '00:15', 84.5, 1, '建议'),
    ])
    .execute()
}

/** Store the video of the first session; its row follows, and a file without a row is deleted by the cleanup. */
export async function keepLesson(storage: Pick<Storage, 'put'>): Promise<KeptVideo> {
  const bytes = Buffer.from(lessonVideo, 'base64')
  const name = newStoredName('webm')
  await storage.put(name.storedName, bytes)
  return { ...name, size: bytes.length }
}

/** Insert class sessions with their comments. */
export async function writeClasses(trx: Trx, keys: Keys): Promise<void> {
  const recorded = await writeRecorded(trx, keys)
  await writeOtherSessions(trx, keys)
  await writeEvaluations(trx, keys, recorded)
}
