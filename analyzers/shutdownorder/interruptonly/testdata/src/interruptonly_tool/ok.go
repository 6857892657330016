package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/signal"
)

// A tool that somebody runs by hand and can interrupt; the page that it serves
// is for that person.
func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	go http.ListenAndServe("localhost:6060", nil)
	for i := range 100 {
		if ctx.Err() != nil {
			return
		}
		fmt.Println(i)
	}
}
