package lifecycle

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

func TestClientHasLimits(t *testing.T) {
	t.Parallel()
	tr := NewTransport()
	if tr.Proxy == nil || !tr.ForceAttemptHTTP2 {
		t.Error("unlike http.DefaultTransport: no proxy from the environment, or no HTTP/2")
	}
	if tr.ResponseHeaderTimeout <= 0 || tr.TLSHandshakeTimeout <= 0 || tr.IdleConnTimeout <= 0 {
		t.Error("a limit is missing")
	}
	if DefaultClient.Timeout <= 0 || DefaultClient.Transport != DefaultTransport || NewClient() == DefaultClient || NewClient().Transport == DefaultClient.Transport {
		t.Error("want a client with a limit, and a new one per call")
	}
}

func TestTransportGivesUpOnSilentPeer(t *testing.T) {
	t.Parallel()
	block := make(chan struct{})
	srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-block }))
	defer srv.Close()
	defer close(block)
	tr := NewTransport()
	tr.ResponseHeaderTimeout = 50 * time.Millisecond
	defer tr.CloseIdleConnections()
	_, err := (&http.Client{Transport: tr}).Get(srv.URL)
	var timeout net.Error
	if !errors.As(err, &timeout) || !timeout.Timeout() {
		t.Errorf("error %v, want a timeout", err)
	}
}
