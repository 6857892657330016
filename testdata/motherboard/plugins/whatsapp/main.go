// Command whatsapp sends WhatsApp messages.
package main

import (
	"context"
	"log"
	"net/http"
	"net/url"

	"motherboard.example/platform/pkg/env"
	"motherboard.example/platform/plugins/internal/pluginkit"
)

func send(ctx context.Context, m pluginkit.Message) error {
	token, err := env.Required("WHATSAPP_TOKEN")
	if err != nil {
		return err
	}
	return pluginkit.PostForm(ctx, "https://whatsapp.example/v2/messages", "motherboard", token, url.Values{
		"recipient": {m.To},
		"body":      {m.Text},
	})
}

func main() {
	r := pluginkit.New()
	r.POST("/send", pluginkit.Handle(http.StatusAccepted, send))
	log.Fatal(r.Run(env.Or("LISTEN_ADDR", ":8083")))
}
