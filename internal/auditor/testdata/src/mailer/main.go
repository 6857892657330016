// Mailer serves mail, by a library.
package main

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/emersion/go-smtp"
)

func main() {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM)
	mail := &smtp.Server{Addr: ":25"}
	go func() { _ = mail.ListenAndServe() }()
	web := &http.Server{Addr: ":80"}
	go func() { _ = web.ListenAndServe() }()
	<-stop
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_ = mail.Shutdown(ctx)
}
