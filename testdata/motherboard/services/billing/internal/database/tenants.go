// Package database opens the databases of tenants that keep their invoices
// themselves.
package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"motherboard.example/platform/pkg/sqldb"
)

const (
	cleanupInterval = 5 * time.Minute
	idleTimeout     = 30 * time.Minute
)

// ErrNoDatabase is returned for tenants without a database of their own.
var ErrNoDatabase = errors.New("tenant has no database")

type tenantConnection struct {
	db         *sql.DB
	lastAccess time.Time
}

// TenantManager opens tenant databases on demand and closes the idle ones.
type TenantManager struct {
	dsns        map[string]string
	mu          sync.RWMutex
	connections map[string]*tenantConnection
	cleanupStop chan struct{}
}

// NewTenantManager returns a manager for dsns, a map of tenant IDs to data
// source names.
func NewTenantManager(dsns map[string]string) *TenantManager {
	m := &TenantManager{
		dsns:        dsns,
		connections: make(map[string]*tenantConnection),
		cleanupStop: make(chan struct{}),
	}
	go m.runCleanup()
	return m
}

// Get returns the database of a tenant.
func (m *TenantManager) Get(ctx context.Context, tenant string) (*sql.DB, error) {
	m.mu.RLock()
	conn, ok := m.connections[tenant]
	m.mu.RUnlock()
	if ok {
		conn.lastAccess = time.Now()
		return conn.db, nil
	}

	dsn, ok := m.dsns[tenant]
	if !ok {
		return nil, ErrNoDatabase
	}
	db, err := sqldb.Open(ctx, dsn)
	if err != nil {
		return nil, fmt.Errorf("tenant %s: %w", tenant, err)
	}
	kept := m.keep(tenant, db)
	if kept != db {
		return kept, db.Close()
	}
	return db, nil
}

// keep stores db unless another request was faster, and returns what is stored.
func (m *TenantManager) keep(tenant string, db *sql.DB) *sql.DB {
	m.mu.Lock()
	defer m.mu.Unlock()
	if conn, ok := m.connections[tenant]; ok {
		conn.lastAccess = time.Now()
		return conn.db
	}
	m.connections[tenant] = &tenantConnection{db: db, lastAccess: time.Now()}
	return db
}

func (m *TenantManager) runCleanup() {
	ticker := time.NewTicker(cleanupInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			m.closeIdle()
		case <-m.cleanupStop:
			return
		}
	}
}

func (m *TenantManager) closeIdle() {
	for tenant, conn := range m.takeIdle() {
		if err := conn.db.Close(); err != nil {
			slog.Warn("close tenant database", "tenant", tenant, "err", err)
		}
	}
}

// takeIdle removes and returns the connections nobody used for a while.
func (m *TenantManager) takeIdle() map[string]*tenantConnection {
	m.mu.Lock()
	defer m.mu.Unlock()
	idle := make(map[string]*tenantConnection)
	for tenant, conn := range m.connections {
		if time.Since(conn.lastAccess) > idleTimeout {
			idle[tenant] = conn
			delete(m.connections, tenant)
		}
	}
	return idle
}
