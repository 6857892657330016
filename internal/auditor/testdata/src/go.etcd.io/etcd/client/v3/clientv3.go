// Package clientv3 stands for the client of etcd.
package clientv3

import "context"

// Lease keeps what is registered.
type Lease interface {
	Revoke(ctx context.Context, id int64) error
}

// Client has leases.
type Client struct{ Lease }
