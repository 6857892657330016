// Package main leaves its pool to the end of the process.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/jackc/pgx/v5/pgxpool"
)

func listen(ctx context.Context, pool *pgxpool.Pool, channel string) error {
	conn, err := pool.Acquire(ctx) // want `conn, acquired here, is never released.*low confidence`
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
	pool, err := pgxpool.New(ctx, os.Getenv("DATABASE_URL")) // want `pool, opened here, is never closed.*low confidence`
	if err != nil {
		log.Fatal(err)
	}
	if err := listen(ctx, pool, "events"); err != nil {
		log.Print(err)
	}
}
