// Command quote answers with a price, or gives up after a second.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

type quote struct{ price float64 }

func look(symbol string) quote {
	time.Sleep(time.Duration(len(symbol)) * time.Second)
	return quote{price: 1}
}

// The literal that calls it answers requests, although main makes it.
func quoteFor(symbol string, limit time.Duration) (quote, error) {
	found := make(chan quote)
	go func() {
		found <- look(symbol) // want `send on found blocks forever when quoteFor returns at line 32 without receiving`
	}()
	select {
	case q := <-found:
		return q, nil
	case <-time.After(limit):
		return quote{}, fmt.Errorf("no price of %s", symbol)
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	http.HandleFunc("/quote", func(w http.ResponseWriter, r *http.Request) {
		q, err := quoteFor(r.FormValue("symbol"), time.Second)
		if err != nil {
			http.Error(w, err.Error(), http.StatusGatewayTimeout)
			return
		}
		fmt.Fprintln(w, q.price)
	})
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: 5 * time.Second}
	go func() { log.Print(srv.ListenAndServe()) }()
	<-ctx.Done()
	_ = srv.Shutdown(context.Background())
}
