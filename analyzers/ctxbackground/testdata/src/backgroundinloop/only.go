package backgroundinloop

import (
	"context"
	"time"

	"database/sql"
)

func keepAlive(db *sql.DB) {
	go func() {
		for range time.Tick(time.Minute) {
			_ = db.PingContext(context.Background()) // want `db.PingContext, in the loop at line 12 of the goroutine started at line 11, gets`
		}
	}()
}
