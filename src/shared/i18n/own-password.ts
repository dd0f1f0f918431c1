import { defineWords } from './define.ts'

/** Where somebody types his own password again before he deletes a place or hands out a role. */
export const ownPassword = defineWords(
  {
    'ownPassword.label': '您的登录密码',
    'ownPassword.missing': '请输入您的登录密码',
    'ownPassword.wrong': '密码错误',
    'token.oneLifetime': '有效期请只填写分钟数或天数中的一项',
    'token.outlives': '当前令牌于 {{until}} 到期，不能用它创建更久的令牌；请登录后创建，或缩短有效期',
    'ownPassword.roleHelp': '分配角色，或修改有角色用户的手机号、密码、所属公司前，须确认是您本人',
  },
  {
    'ownPassword.label': 'Your own password',
    'ownPassword.missing': 'Enter your password',
    'ownPassword.wrong': 'The password is wrong',
    'token.oneLifetime': 'Give the lifetime in minutes or in days, not both',
    'token.outlives':
      'Your token ends at {{until}} and cannot create one that lives longer: sign in to create it, or make it shorter',
    'ownPassword.roleHelp':
      'Confirms that it is you who gives a role, or changes the phone, password or company of somebody who has one',
  },
)
