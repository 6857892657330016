// Command server charges tenants through the payment plugins and keeps the
// invoices.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"motherboard.example/platform/services/billing/internal/config"
	"motherboard.example/platform/services/billing/internal/database"
	"motherboard.example/platform/services/billing/internal/ledger"
)

// killProcessOnPort frees the port if an earlier instance still holds it.
func killProcessOnPort(port string) error {
	out, err := exec.Command("lsof", "-t", "-i", ":"+port).Output()
	if err != nil {
		return nil // nobody is listening
	}
	for pid := range strings.Lines(string(out)) {
		pid = strings.TrimSpace(pid)
		slog.Info("killing previous instance", "pid", pid)
		if err := exec.Command("kill", "-9", pid).Run(); err != nil {
			return fmt.Errorf("kill %s: %w", pid, err)
		}
	}
	time.Sleep(1 * time.Second)
	return nil
}

func main() {
	if err := run(); err != nil {
		slog.Error("billing", "err", err)
		os.Exit(1)
	}
}

func run() error {
	cfg, err := config.Load()
	if err != nil {
		return err
	}
	if err := killProcessOnPort(cfg.Port); err != nil {
		slog.Warn("port may be in use", "port", cfg.Port, "err", err)
	}
	book, err := ledger.Open(cfg.LedgerPath)
	if err != nil {
		return err
	}
	defer book.Close()

	b := &billing{
		book:    book,
		tenants: database.NewTenantManager(cfg.TenantDSNs),
		client:  &http.Client{Timeout: 10 * time.Second},
		providers: map[string]string{
			"razorpay": cfg.RazorpayPluginURL,
			"stripe":   cfg.StripePluginURL,
		},
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {})
	mux.HandleFunc("POST /tenants/{tenant}/charges/{provider}", b.charge)
	srv := &http.Server{
		Addr:              net.JoinHostPort(cfg.Host, cfg.Port),
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
	}

	quit := make(chan os.Signal, 1)
	signal.Notify(quit, syscall.SIGINT, syscall.SIGTERM)
	serveErr := make(chan error, 1)
	go func() { serveErr <- srv.ListenAndServe() }()
	slog.Info("listening", "addr", srv.Addr)
	select {
	case err := <-serveErr:
		return err
	case sig := <-quit:
		slog.Info("shutting down", "signal", sig)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return srv.Shutdown(ctx)
}

type billing struct {
	book      *ledger.Ledger
	tenants   *database.TenantManager
	client    *http.Client
	providers map[string]string
}

func (b *billing) charge(w http.ResponseWriter, r *http.Request) {
	inv := ledger.Invoice{Tenant: r.PathValue("tenant"), Provider: r.PathValue("provider"), Time: time.Now()}
	if err := json.NewDecoder(r.Body).Decode(&inv.Cents); err != nil {
		http.Error(w, "amount in cents expected", http.StatusBadRequest)
		return
	}
	if err := b.collect(r.Context(), inv); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	// The money is taken: the invoice must be kept even if the caller has left.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), 5*time.Second)
	defer cancel()
	if err := b.record(ctx, inv); err != nil {
		slog.Error("charge without invoice", "tenant", inv.Tenant, "cents", inv.Cents, "err", err)
		http.Error(w, "charged, but not recorded", http.StatusInternalServerError)
	}
}

// collect asks the payment plugin for the money.
func (b *billing) collect(ctx context.Context, inv ledger.Invoice) error {
	base, ok := b.providers[inv.Provider]
	if !ok {
		return fmt.Errorf("no provider %q", inv.Provider)
	}
	body, err := json.Marshal(inv)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/charge", bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := b.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered %s", inv.Provider, resp.Status)
	}
	return nil
}

// record writes the invoice to the tenant's database, or else to the ledger.
func (b *billing) record(ctx context.Context, inv ledger.Invoice) error {
	db, err := b.tenants.Get(ctx, inv.Tenant)
	if errors.Is(err, database.ErrNoDatabase) {
		return b.book.Append(inv)
	}
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx,
		"INSERT INTO invoices (provider, cents, created_at) VALUES ($1, $2, $3)",
		inv.Provider, inv.Cents, inv.Time)
	return err
}
