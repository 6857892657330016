package clientnotimeout_sdk_given

import (
	"context"
	"net/http"

	"github.com/stocks/stocks"
)

type Board struct{ api *stocks.Client }

func New() *Board {
	return &Board{api: stocks.New(&http.Client{})} // want `b.api.Quotes.Get at line 17 never returns when the server does not respond: http.Client has no Timeout, and only its caller`
}

func (b *Board) Refresh(ctx context.Context) (float64, error) {
	return b.api.Quotes.Get(ctx, "ACME")
}
