package dialnotimeout

import (
	"context"
	"net/smtp"
)

func notify(addr, from, to string, message []byte) error {
	return smtp.SendMail(addr, nil, from, []string{to}, message) // want `smtp.SendMail blocks for as long as the other side accepts and says nothing: package net/smtp sets no deadline`
}

func notifyIn(ctx context.Context, addr, from, to string, message []byte) error {
	return smtp.SendMail(addr, nil, from, []string{to}, message) // want `smtp.SendMail blocks`
}
