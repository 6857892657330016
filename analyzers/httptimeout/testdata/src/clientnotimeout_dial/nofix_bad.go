package dial

import "net/smtp"

func mail(addr, from string, to []string, text []byte) error {
	return smtp.SendMail(addr, nil, from, to, text) // want `the call never returns when the mail server accepts and does not respond: smtp.SendMail has no limit for reading`
}
