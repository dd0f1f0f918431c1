import { defineWords } from './define.ts'

/** Words of the interface documentation about one's own account. */
export const apiAccount = defineWords(
  {
    'api.code.4010': '请同时提供旧密码 oldPassword',
    'api.code.4011': '密码由管理员设置，须先修改（updatePassword）',
    'api.sendMsg': '向手机号（或该编号用户的手机）发送重设密码的验证码；手机号是否注册，答复都一样',
    'api.updatePassword': '修改本人密码；距上次输入密码超过 10 分钟须带 oldPassword，其他会话随即结束',
    'api.resetPassword': '用短信验证码重设密码；所有会话随即结束',
    'api.register': '注册；无角色，由管理员分配',
    'api.refresh': '用已记住的设备登录（读取 Cookie __Host-rm，须带本站 Origin）',
    'api.ownSessions': '本人的会话与已记住的设备',
    'api.endOwn': '结束本人的一个会话（session）或设备（device）',
    'api.mintTicket': '生成一次性登录票据（60 秒内有效）；由它开始的会话不会比当前会话更久，权限与公司相同',
    'api.createToken':
      '创建程序用的令牌（days 或 minutes，scope：full 或 read）；超过一天或为他人创建须带 ownPassword，且不会比创建它的令牌更久',
  },
  {
    'api.code.4010': 'Send the current password too, as oldPassword',
    'api.code.4011': 'An administrator set the password: change it first (updatePassword)',
    'api.sendMsg':
      'Sends a code for a new password to the phone, or to the phone of the user with that id; the answer is the same whether it is known or not',
    'api.updatePassword':
      "Changes the caller's own password; ten minutes after it was last typed with oldPassword. All other sessions end",
    'api.resetPassword': 'Sets a new password by the code of a text message; all sessions end',
    'api.register': 'Registers; without a role, which an administrator gives',
    'api.refresh': 'Signs in by the remembered device (reads the cookie __Host-rm; needs the Origin of this host)',
    'api.ownSessions': "The caller's sessions and remembered devices",
    'api.endOwn': "Ends one of the caller's sessions (session) or devices (device)",
    'api.mintTicket':
      'Makes a ticket for one sign-in within 60 seconds; the session it begins lives no longer than the present one, in the same company and with the same rights',
    'api.createToken':
      'Makes a token for a program (days or minutes, scope: full or read); for more than a day or for somebody else with ownPassword. It lives no longer than a token that makes it',
  },
)
