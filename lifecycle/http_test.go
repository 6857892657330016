package lifecycle

import (
	"context"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// serveReal serves s on a socket and returns its address.
func serveReal(t *testing.T, s *Server) (addr string, run <-chan error) {
	useDefault(t)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.MarkReady()
	result := make(chan error, 1)
	go func() { result <- s.Serve(ln) }()
	return ln.Addr().String(), result
}

func TestRequestInFlightIsFinished(t *testing.T) {
	inside, release := make(chan struct{}), make(chan struct{})
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(inside)
		<-release
		_, _ = io.WriteString(w, "finished")
	})
	s := New(h, "", quietLog(), WithDrain(0))
	addr, run := serveReal(t, s)
	got := make(chan string, 1)
	go func() {
		resp, err := http.Get("http://" + addr)
		if err != nil {
			got <- err.Error()
			return
		}
		defer resp.Body.Close()
		body, _ := io.ReadAll(resp.Body)
		got <- string(body)
	}()
	<-inside
	work := s.Context()
	s.begin(reason{text: "test"})
	for s.State() < StateStopping {
		time.Sleep(time.Millisecond) // polls, without a limit
	}
	if work.Err() != nil {
		t.Error("the work context ended under a request")
	}
	close(release)
	if body := <-got; body != "finished" {
		t.Errorf("got %q", body)
	}
	if err := <-run; err != nil {
		t.Error(err)
	}
}

func TestRequestThatHangsIsCutOff(t *testing.T) {
	inside := make(chan struct{})
	ended := make(chan struct{})
	h := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(inside)
		<-r.Context().Done()
		close(ended)
	})
	s := New(h, "", quietLog(), WithDrain(0), WithHTTPTimeout(50*time.Millisecond))
	hook := false
	s.OnShutdown(func(context.Context) { hook = true })
	addr, run := serveReal(t, s)
	go http.Get("http://" + addr)
	<-inside
	err := s.Shutdown(context.Background())
	if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "cut off") || !hook {
		t.Errorf("error %v, hook ran: %v", err, hook)
	}
	<-ended
	<-run
}

func TestServeTLS(t *testing.T) {
	certs := httptest.NewTLSServer(http.NotFoundHandler())
	defer certs.Close()
	s := New(http.NotFoundHandler(), "", quietLog(), WithDrain(0),
		WithServer(&http.Server{TLSConfig: certs.TLS.Clone()}))
	addr, run := serveReal(t, s)
	resp, err := certs.Client().Get("https://" + addr + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Errorf("status %d", resp.StatusCode)
	}
	certs.Client().CloseIdleConnections()
	if err := s.Shutdown(context.Background()); err != nil {
		t.Error(err)
	}
	<-run
}

func TestWithTLS(t *testing.T) {
	certs := httptest.NewTLSServer(http.NotFoundHandler())
	defer certs.Close()
	pair := certs.TLS.Certificates[0]
	key, err := x509.MarshalPKCS8PrivateKey(pair.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	files := map[string]*pem.Block{
		"cert.pem": {Type: "CERTIFICATE", Bytes: pair.Certificate[0]},
		"key.pem":  {Type: "PRIVATE KEY", Bytes: key},
	}
	for name, block := range files {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := New(http.NotFoundHandler(), "", quietLog(), WithDrain(0),
		WithTLS(filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")))
	addr, run := serveReal(t, s)
	resp, err := certs.Client().Get("https://" + addr + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Errorf("status %d", resp.StatusCode)
	}
	certs.Client().CloseIdleConnections()
	if err := s.Shutdown(context.Background()); err != nil {
		t.Error(err)
	}
	<-run
}

func TestListenAddr(t *testing.T) {
	t.Setenv("PORT", "")
	for addr, want := range map[string]string{"": ":8080", "9": ":9", "h:1": "h:1", ":http": ":http"} {
		if got := listenAddr(addr); got != want {
			t.Errorf("listenAddr(%q) = %q", addr, got)
		}
	}
	t.Setenv("PORT", "7070")
	if got := New(nil, "", nil).http.Addr; got != ":7070" {
		t.Errorf("$PORT: %q", got)
	}
	if got := New(nil, "", nil, WithServer(&http.Server{Addr: "h:2"})).http.Addr; got != "h:2" {
		t.Errorf("WithServer: %q", got)
	}
}
