package backgroundinloop

import (
	"context"
	"time"

	"database/sql"
)

func keepAlive(db *sql.DB) {
	go func() {
		for range time.Tick(time.Minute) {
			_ = db.PingContext(context.Background()) // want `shutdown cannot cancel db\.PingContext, in the loop at line \d+ of the goroutine started at line \d+`
		}
	}()
}
