package main

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
	"github.com/lifecyclelint/lifecyclelint/lifecycle/lifecycletest"
)

var quiet = slog.New(slog.DiscardHandler)

func TestOrders(t *testing.T) {
	lifecycletest.NoLeaks(t)
	r := lifecycletest.Start(t, newService(quiet))
	awaitReady(t, r.URL)
	if code := post(t, r.URL, ""); code != http.StatusBadRequest {
		t.Errorf("empty order: %d", code)
	}
	for i := range 20 {
		if code := post(t, r.URL, fmt.Sprint("book ", i)); code != http.StatusAccepted {
			t.Errorf("order %d: %d", i, code)
		}
	}
	for get(t, r.URL+"/orders") != "20\n" {
		time.Sleep(time.Millisecond)
	}
	if err := r.Stop(); err != nil {
		t.Error(err)
	}
}

// What was accepted before the signal, or while draining, is confirmed. A worker
// that outlived the store would panic, and Stop return that.
func TestAcceptedOrdersSurviveShutdown(t *testing.T) {
	o := &orders{db: &store{confirmed: map[string]int{}}, queue: make(chan string, 64)}
	srv := lifecycle.New(o.routes(), "", quiet, lifecycle.WithDrain(2*time.Second))
	srv.OnShutdownErr(lifecycle.Closer(o.db), lifecycle.InPhase(lifecycle.PhaseDatabases))
	if err := o.db.connect(); err != nil {
		t.Fatal(err)
	}
	srv.MarkReady()
	r := lifecycletest.Start(t, srv)
	awaitReady(t, r.URL)
	for range 30 { // no worker confirms yet
		post(t, r.URL, "before")
	}
	r.Signal(syscall.SIGTERM)
	<-srv.Draining()
	if code := post(t, r.URL, "draining"); code != http.StatusAccepted {
		t.Errorf("refused while draining: %d", code)
	}
	srv.Go(o.confirm)
	if err := r.Stop(); err != nil {
		t.Error(err)
	}
	if n := o.db.count(); n != 31 {
		t.Errorf("%d of 31 orders confirmed", n)
	}
}

func awaitReady(t *testing.T, url string) {
	for {
		resp, err := lifecycle.DefaultClient.Get(url + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusOK {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

func post(t *testing.T, url, item string) int {
	resp, err := lifecycle.DefaultClient.Post(url+"/orders", "text/plain", strings.NewReader(item))
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	return resp.StatusCode
}

func get(t *testing.T, url string) string {
	resp, err := lifecycle.DefaultClient.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}
