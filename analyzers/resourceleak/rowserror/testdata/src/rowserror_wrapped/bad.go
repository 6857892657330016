// Package rowserrorwrapped wraps the errors that it returns.
package rowserrorwrapped

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/pkg/errors"
)

type names struct{ db *sql.DB }

// A fix keeps the stack, as all other returns do.
func (n *names) All(ctx context.Context) ([]string, error) {
	rows, err := n.db.QueryContext(ctx, "SELECT name FROM names")
	if err != nil {
		return nil, errors.WithStack(err)
	}
	defer rows.Close()
	var all []string
	for rows.Next() { // want `rows.Next also returns false when the connection fails`
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, errors.WithStack(err)
		}
		all = append(all, name)
	}
	return all, nil
}

// A fix says what has failed, as all other returns do.
func (n *names) Count(ctx context.Context) (int, error) {
	rows, err := n.db.QueryContext(ctx, "SELECT name FROM names")
	if err != nil {
		return 0, fmt.Errorf("select names: %w", err)
	}
	defer rows.Close()
	count := 0
	for rows.Next() { // want `rows.Next also returns false when the connection fails`
		var name string
		if err := rows.Scan(&name); err != nil {
			return 0, fmt.Errorf("scan name %d: %w", count, err)
		}
		count++
	}
	return count, nil
}

// One return wraps its error, the other one does not.
func (n *names) Some(ctx context.Context) ([]string, error) {
	rows, err := n.db.QueryContext(ctx, "SELECT name FROM names")
	if err != nil {
		return nil, errors.WithStack(err)
	}
	defer rows.Close()
	var all []string
	for rows.Next() { // want `rows.Next also returns false when the connection fails`
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		all = append(all, name)
	}
	return all, nil
}
