package backgroundoverparam

import (
	"context"
	"database/sql"
)

// begin hands the batch out, which needs its context longer than the call.
func begin(ctx context.Context, db *sql.DB) *batch {
	b := batch{ctx: ctx, db: db}
	b.rows = 1
	return &b
}

func (u *users) session(ctx context.Context) *batch {
	return begin(context.Background(), u.db)
}
