package clientnotimeout_sdk

import (
	"net/http"
	"time"

	"github.com/stocks/stocks"
)

// Silent: the client has a limit.
func limited() *stocks.Client { return stocks.New(&http.Client{Timeout: time.Minute}) }
