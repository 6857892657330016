// Package database holds the core server's connections: one for the platform
// and one for each tenant that brings a database of its own.
package database

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/readpref"

	"motherboard.example/platform/pkg/mongodb"
)

const (
	cleanupInterval = 5 * time.Minute
	idleTimeout     = 30 * time.Minute
)

// ErrNotConnected is returned before Connect and after Disconnect.
var ErrNotConnected = errors.New("database is not connected")

var (
	// Client is the platform's own connection.
	Client *mongo.Client
	name   string

	manager     *TenantManager
	managerOnce sync.Once
)

// TenantConnection is an open connection to one tenant's database.
type TenantConnection struct {
	Client     *mongo.Client
	Database   *mongo.Database
	CustomURI  bool
	LastAccess time.Time
}

// TenantManager opens tenant databases on demand and closes the idle ones.
type TenantManager struct {
	mu          sync.RWMutex
	databases   map[string]*TenantConnection
	cleanupStop chan struct{}
}

// Connect opens the platform's database.
func Connect(ctx context.Context, uri, dbName string) error {
	client, err := mongodb.Connect(ctx, uri)
	if err != nil {
		return err
	}
	Client, name = client, dbName
	return nil
}

// Disconnect closes the platform's database.
func Disconnect() error {
	if Client == nil {
		return nil
	}
	err := mongodb.Disconnect(Client)
	Client = nil
	return err
}

// Ping reports whether the platform's database answers.
func Ping(ctx context.Context) error {
	if Client == nil {
		return ErrNotConnected
	}
	return Client.Ping(ctx, readpref.Primary())
}

// GetTenantManager returns the process's tenant manager.
func GetTenantManager() *TenantManager {
	managerOnce.Do(func() {
		manager = &TenantManager{
			databases:   make(map[string]*TenantConnection),
			cleanupStop: make(chan struct{}),
		}
		go manager.startCleanup()
	})
	return manager
}

// GetDatabase returns the database of a tenant.
func (m *TenantManager) GetDatabase(ctx context.Context, tenantID string) (*mongo.Database, error) {
	m.mu.RLock()
	conn, ok := m.databases[tenantID]
	m.mu.RUnlock()
	if ok {
		conn.LastAccess = time.Now()
		return conn.Database, nil
	}

	opened, err := m.open(ctx, tenantID)
	if err != nil {
		return nil, err
	}
	return m.add(tenantID, opened), nil
}

// add keeps opened unless another request was faster.
func (m *TenantManager) add(tenantID string, opened *TenantConnection) *mongo.Database {
	m.mu.Lock()
	existing, ok := m.databases[tenantID]
	if !ok {
		m.databases[tenantID] = opened
		existing = opened
	}
	existing.LastAccess = time.Now()
	m.mu.Unlock()

	if ok {
		opened.close()
	}
	return existing.Database
}

func (m *TenantManager) open(ctx context.Context, tenantID string) (*TenantConnection, error) {
	if Client == nil {
		return nil, ErrNotConnected
	}
	var tenant struct {
		MongoURI string `bson:"mongoUri"`
	}
	err := Client.Database(name).Collection("tenants").FindOne(ctx, bson.M{"_id": tenantID}).Decode(&tenant)
	if err != nil {
		return nil, fmt.Errorf("tenant %s: %w", tenantID, err)
	}
	dbName := "tenant_" + tenantID
	if tenant.MongoURI == "" {
		return &TenantConnection{Client: Client, Database: Client.Database(dbName)}, nil
	}
	client, err := mongodb.Connect(ctx, tenant.MongoURI)
	if err != nil {
		return nil, fmt.Errorf("tenant %s: %w", tenantID, err)
	}
	return &TenantConnection{Client: client, Database: client.Database(dbName), CustomURI: true}, nil
}

func (m *TenantManager) startCleanup() {
	ticker := time.NewTicker(cleanupInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			m.cleanupInactiveConnections()
		case <-m.cleanupStop:
			return
		}
	}
}

func (m *TenantManager) cleanupInactiveConnections() {
	var idle []*TenantConnection
	m.mu.Lock()
	for tenantID, conn := range m.databases {
		if time.Since(conn.LastAccess) > idleTimeout {
			delete(m.databases, tenantID)
			idle = append(idle, conn)
		}
	}
	m.mu.Unlock()

	for _, conn := range idle {
		conn.close()
	}
}

// close disconnects a tenant's own client; the platform's is shared.
func (c *TenantConnection) close() {
	if c.CustomURI {
		_ = mongodb.Disconnect(c.Client)
	}
}
