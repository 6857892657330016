// Package main closes its pool, which waits until what was acquired is released.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/jackc/pgx/v5/pgxpool"
)

func listen(ctx context.Context, pool *pgxpool.Pool, channel string) error {
	conn, err := pool.Acquire(ctx) // want `conn, acquired here, is never released`
	if err != nil {
		return fmt.Errorf("acquire: %w", err)
	}
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

func main() {
	ctx := context.Background()
	pool, err := pgxpool.New(ctx, os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	defer pool.Close()
	if err := listen(ctx, pool, "events"); err != nil {
		log.Print(err)
	}
}
