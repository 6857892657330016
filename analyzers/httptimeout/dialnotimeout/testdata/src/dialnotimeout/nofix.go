package dialnotimeout

import "net/smtp"

func greet(addr string) (*smtp.Client, error) {
	return smtp.Dial(addr) // want `smtp.Dial blocks for as long as the other side accepts and says nothing: package net/smtp sets no deadline`
}
