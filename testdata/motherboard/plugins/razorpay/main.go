// Command razorpay collects payments by bank transfer.
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
	token, err := env.Required("RAZORPAY_KEY")
	if err != nil {
		return err
	}
	return pluginkit.PostForm(ctx, "https://razorpay.example/v1/payments", "motherboard", token, url.Values{
		"account": {c.Tenant},
		"paise":   {strconv.FormatInt(c.Cents, 10)},
	})
}

func main() {
	r := pluginkit.New()
	r.POST("/charge", pluginkit.Handle(http.StatusOK, charge))
	log.Fatal(r.Run(env.Or("LISTEN_ADDR", ":8098")))
}
