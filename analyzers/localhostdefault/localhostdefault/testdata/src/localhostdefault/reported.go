package localhostdefault

import (
	"cmp"
	"net/http"
	"os"

	"github.com/spf13/viper"
)

type addresses struct{ stock, mail string }

// What is read is no platform.
func eitherWay() (a addresses) {
	if v := os.Getenv("STOCK_URL"); v != "" {
		a.stock = v
	} else {
		a.stock = "http://localhost:8093" // want `STOCK_URL defaults to http://localhost:8093`
	}
	return a
}

// A configuration that is asked by name.
func asked() (*http.Response, error) {
	url := viper.GetString("stock.service.url")
	if url == "" {
		url = "http://localhost:8093" // want `stock.service.url defaults to http://localhost:8093`
	}
	return http.Get(url)
}

func askedOr() string {
	return cmp.Or(viper.GetString("mail.service.url"), fallback) // want `mail.service.url defaults to http://localhost:8094`
}

const fallback = "http://localhost:8094"

// Options, which somebody fills in or not.
type StockOptions struct {
	StockURL string
	Retries  int
}

func (o *StockOptions) complete() {
	if o.StockURL == "" {
		o.StockURL = "http://localhost:8093" // want `StockURL defaults to http://localhost:8093`
	}
}
