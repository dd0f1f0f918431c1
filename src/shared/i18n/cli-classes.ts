import { defineWords } from './define.ts'

/** Words of `coldfleet classes`. */
export const cliClasses = defineWords(
  {
    'cli.classes': '听评课：上传课堂视频',
    'cli.classes.video': '上传一节课的视频（MP4 或 WebM），替换已有视频',
    'cli.classes.class': '课堂编号',
    'cli.classes.file': '视频文件',
    'cli.classes.sent': '已上传 {{percent}}%',
    'cli.classes.done': '课堂 {{id}} 的视频已保存：{{file}}（{{size}} 字节）',
    'cli.classes.tooLarge': '视频不能为空，且不能超过 {{megabytes}} MB',
  },
  {
    'cli.classes': 'class sessions: upload a video',
    'cli.classes.video': 'upload the video of a class (MP4 or WebM); it takes the place of the one before',
    'cli.classes.class': 'number of the class',
    'cli.classes.file': 'the video file',
    'cli.classes.sent': '{{percent}}% sent',
    'cli.classes.done': 'the video of class {{id}} is kept: {{file}} ({{size}} bytes)',
    'cli.classes.tooLarge': 'a video must not be empty, nor larger than {{megabytes}} MB',
  },
)
