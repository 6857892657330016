package dialnotimeout

import (
	"net/smtp"

	"gopkg.in/gomail.v2"
)

func greet(addr string) (*smtp.Client, error) {
	return smtp.Dial(addr) // want `smtp.Dial blocks for as long as the other side accepts and says nothing: package net/smtp sets no deadline`
}

func post(host string, m *gomail.Message) error {
	return gomail.NewDialer(host, 587, "", "").DialAndSend(m) // want `DialAndSend blocks for as long as the other side accepts and says nothing: package gomail sets no deadline`
}
