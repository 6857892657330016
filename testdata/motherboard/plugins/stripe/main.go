// Command stripe collects payments by card.
package main

import (
	"context"
	"log"
	"net/http"
	"net/url"
	"strconv"

	"motherboard.example/platform/pkg/env"
	"motherboard.example/platform/plugins/internal/pluginkit"
)

func charge(ctx context.Context, c pluginkit.Charge) error {
	token, err := env.Required("STRIPE_KEY")
	if err != nil {
		return err
	}
	return pluginkit.PostForm(ctx, "https://stripe.example/v1/charges", "motherboard", token, url.Values{
		"customer": {c.Tenant},
		"amount":   {strconv.FormatInt(c.Cents, 10)},
	})
}

func main() {
	r := pluginkit.New()
	r.POST("/charge", pluginkit.Handle(http.StatusOK, charge))
	log.Fatal(r.Run(env.Or("LISTEN_ADDR", ":8099")))
}
