package clientnotimeout_sdk

import (
	"context"
	"net/http"

	"github.com/stocks/stocks"
)

type board struct{ api *stocks.Client }

func newBoard() *board {
	return &board{api: stocks.New(&http.Client{})} // want `b.api.Quotes.Get at line 17 never returns when the server does not respond: http.Client has no Timeout, and the request has no deadline`
}

func (b *board) refresh() (float64, error) {
	return b.api.Quotes.Get(context.Background(), "ACME")
}
