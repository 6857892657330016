// Command email sends mail through an SMTP relay.
package main

import (
	"context"
	"log"
	"net/http"
	"net/smtp"
	"strings"

	"motherboard.example/platform/pkg/env"
	"motherboard.example/platform/plugins/internal/pluginkit"
)

var clean = strings.NewReplacer("\r", " ", "\n", " ")

func send(_ context.Context, m pluginkit.Message) error {
	relay, err := env.Required("SMTP_ADDR")
	if err != nil {
		return err
	}
	from := env.Or("MAIL_FROM", "no-reply@motherboard.example")
	mail := "From: " + from + "\r\nTo: " + clean.Replace(m.To) +
		"\r\nSubject: " + clean.Replace(m.Subject) + "\r\n\r\n" + m.Text
	return smtp.SendMail(relay, nil, from, []string{m.To}, []byte(mail))
}

func main() {
	r := pluginkit.New()
	r.POST("/send", pluginkit.Handle(http.StatusAccepted, send))
	log.Fatal(r.Run(env.Or("LISTEN_ADDR", ":8081")))
}
