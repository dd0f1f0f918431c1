import { defineWords } from './define.ts'

/** Words of the saved views of a list. */
export const views = defineWords(
  {
    'view.saveAs': '保存当前视图…',
    'view.none': '还没有保存的视图',
    'view.own': '我的视图',
    'view.shared': '基地共享',
    'view.sharedBy': '{{owner}} 共享',
    'view.delete': '删除视图 {{name}}',
    'view.deleteSharedAsk': '视图“{{name}}”为基地共享，删除后其他人也不能再用。确定要删除吗？',
    'view.deleted': '已删除视图',
    'view.save': '保存视图',
    'view.about': '保存当前的筛选条件和排序；同名视图会被替换。',
    'view.name': '视图名称',
    'view.share': '与本基地的同事共享',
    'view.saved': '已保存视图',
  },
  {
    'view.saveAs': 'Save this view…',
    'view.none': 'No saved views yet',
    'view.own': 'My views',
    'view.shared': 'Shared in the base',
    'view.sharedBy': 'shared by {{owner}}',
    'view.delete': 'Delete the view {{name}}',
    'view.deleteSharedAsk':
      'The view “{{name}}” is shared in the base; nobody will be able to use it any more. Delete it?',
    'view.deleted': 'View deleted',
    'view.save': 'Save the view',
    'view.about': 'Saves the current filters and order; a view with the same name is replaced.',
    'view.name': 'Name of the view',
    'view.share': 'Share with colleagues of this base',
    'view.saved': 'View saved',
  },
)
