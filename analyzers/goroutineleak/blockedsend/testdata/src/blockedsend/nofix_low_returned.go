package blockedsend

import "context"

type recordCursor interface {
	Next() bool
	Record() string
	Close() error
}

type recordSource interface {
	Find(ctx context.Context, key string) (recordCursor, error)
}

type records struct{ source recordSource }

// FindAsync is passed a context, and the goroutine that sends what is found is not.
func (r *records) FindAsync(ctx context.Context, key string) <-chan string {
	found := make(chan string)
	cursor, err := r.source.Find(ctx, key)
	if err != nil {
		close(found)
		return found
	}
	go sendRecords(cursor, found)
	return found
}

func sendRecords(cursor recordCursor, found chan<- string) {
	defer close(found)
	defer cursor.Close()
	for cursor.Next() {
		found <- cursor.Record() // want `send on found blocks forever when the caller of FindAsync leaves with its context: the goroutine that sends is not passed it`
	}
}
