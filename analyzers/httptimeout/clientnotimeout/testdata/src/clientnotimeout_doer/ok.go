package clientnotimeout_doer

import (
	"context"
	"net/http"
	"time"
)

type archive struct{ http doer }

// Silent: each request has a deadline.
func newArchive() *archive { return &archive{http: &http.Client{}} }

func (a *archive) read() error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://weather.example.com/archive", nil)
	if err != nil {
		return err
	}
	resp, err := a.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type idler interface{ CloseIdleConnections() }

// Silent: nothing is sent through it.
func idle() idler { return &http.Client{} }

func release() { idle().CloseIdleConnections() }

// Silent: the client has a limit.
func limited() doer { return &http.Client{Timeout: time.Second} }

func check() error {
	req, err := http.NewRequest(http.MethodHead, "https://weather.example.com/", nil)
	if err != nil {
		return err
	}
	resp, err := limited().Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
