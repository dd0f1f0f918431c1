import { defineWords } from './define.ts'

/** Signing in. */
export const auth = defineWords(
  {
    'login.title': '登录',
    'login.password': '密码',
    'login.remember': '在此设备上记住我',
    'login.remembered': '此设备已记住，可直接登录',
    'login.forgot': '忘记密码',
    'login.register': '注册账号',
    'login.passwordsDiffer': '两次输入的密码不一致',
    'login.codeText': '【{{brand}}】验证码 {{code}}，{{minutes}} 分钟内有效，用于重设密码。如非本人操作请忽略。',
    'login.submit': '登录',
    'login.submitting': '登录中…',
    'login.userNameMissing': '请输入用户名',
    'login.passwordMissing': '请输入密码',
    'login.passwordWrong': '密码错误',
    'login.passwordShow': '显示密码',
    'login.passwordHide': '隐藏密码',
    'login.supportPhone': '服务热线：{{phone}}',
    'login.byTicket': '正在自动登录…',
    'login.resetReminder': '您还未重置密码, 请及时在个人页重置密码!',
    'login.fullHouse':
      '您已在 {{count}} 处登录（上限）：再在别处登录时，最早的一处（{{begun}} 登录）将自动退出。可在个人页结束不用的登录',
  },
  {
    'login.title': 'Sign in',
    'login.password': 'Password',
    'login.remember': 'Remember me on this device',
    'login.remembered': 'This device is remembered: just sign in',
    'login.forgot': 'Forgot password',
    'login.register': 'Register',
    'login.passwordsDiffer': 'The two passwords differ',
    'login.codeText':
      '[{{brand}}] Your code to set a new password is {{code}}, valid for {{minutes}} minutes. If you did not ask for it, ignore this message.',
    'login.submit': 'Sign in',
    'login.submitting': 'Signing in…',
    'login.userNameMissing': 'Enter your user name',
    'login.passwordMissing': 'Enter your password',
    'login.passwordWrong': 'Wrong password',
    'login.passwordShow': 'Show the password',
    'login.passwordHide': 'Hide the password',
    'login.supportPhone': 'Support: {{phone}}',
    'login.byTicket': 'Signing you in…',
    'login.fullHouse':
      'You are signed in at {{count}} places, which is the limit: the next sign-in ends the oldest (from {{begun}}). End those you do not need on your profile page',
    'login.resetReminder': 'You have not reset your password yet. Please do so on your profile page soon!',
  },
)
