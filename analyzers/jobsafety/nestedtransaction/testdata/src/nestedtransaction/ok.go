package nestedtransaction

import "go.etcd.io/bbolt"

func next(tx *bbolt.Tx) (uint64, error) { return tx.Bucket([]byte("meta")).NextSequence() }

// The function is passed the transaction.
func (q *queue) okPassed(item []byte) error {
	return q.db.Update(func(tx *bbolt.Tx) error {
		id, err := next(tx)
		if err != nil {
			return err
		}
		return tx.Bucket([]byte("items")).Put([]byte{byte(id)}, item)
	})
}

// The first has ended before the second begins.
func (q *queue) okAfter() error {
	if _, err := q.nextID(); err != nil {
		return err
	}
	return q.db.Update(func(tx *bbolt.Tx) error { return nil })
}

// Another database has a writer of its own.
func (q *queue) okOther(other *queue) error {
	return q.db.Update(func(tx *bbolt.Tx) error {
		_, err := other.nextID()
		return err
	})
}

// A goroutine waits until the transaction has ended, and the transaction does not wait for it.
func (q *queue) okGo() error {
	return q.db.Update(func(tx *bbolt.Tx) error {
		go q.nextID()
		return nil
	})
}

// The inner one reads, and has ended before the outer one writes.
func (q *queue) count() (n int, err error) {
	err = q.db.View(func(tx *bbolt.Tx) error { return nil })
	return n, err
}

func (q *queue) okCounted(item []byte) error {
	return q.db.Update(func(tx *bbolt.Tx) error {
		if _, err := q.count(); err != nil {
			return err
		}
		return tx.Bucket([]byte("items")).Put(item, item)
	})
}

// Readers do not exclude each other.
func (q *queue) okReads() error {
	return q.db.View(func(tx *bbolt.Tx) error {
		_, err := q.count()
		return err
	})
}
