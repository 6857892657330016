package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
)

func main() {
	cfg, err := load()
	if err != nil {
		fmt.Fprintln(os.Stderr, "configuration:", err) // want `exits with status 0 after load \(line \d+\) has failed`
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	err = cfg.copy(ctx)
	cancel()
	if err != nil && !errors.Is(err, context.Canceled) {
		slog.Error("copy", "err", err) // want `exits with status 0 after cfg\.copy \(line \d+\) has failed`
		return
	}
	if len(os.Args) > 1 {
		err = cfg.copy(context.Background())
	} else {
		_, err = load()
	}
	if err != nil {
		fmt.Print("error: ", err) // want `exits with status 0 after load \(line \d+\) has failed`
		return
	}
	serve()
}

// What main calls last ends the program as well.
func serve() {
	slog.Info("listening")
	slog.Error("served", "err", http.ListenAndServe(":8080", nil)) // want `exits with status 0 after http\.ListenAndServe \(line \d+\) has failed`
}

type config struct{ from, to string }

func load() (config, error) { return config{}, errors.New("no file") }

func (c config) copy(ctx context.Context) error { return ctx.Err() }
