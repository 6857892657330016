package nestedtransaction

import "go.etcd.io/bbolt"

type queue struct{ db *bbolt.DB }

func (q *queue) nextID() (id uint64, err error) {
	err = q.db.Update(func(tx *bbolt.Tx) error {
		id, err = tx.Bucket([]byte("meta")).NextSequence()
		return err
	})
	return id, err
}

func (q *queue) push(item []byte) error {
	return q.db.Update(func(tx *bbolt.Tx) error {
		id, err := q.nextID() // want `q.nextID never returns: it begins a transaction inside that of q.db.Update \(line 16\), and the database has one writer at a time`
		if err != nil {
			return err
		}
		return tx.Bucket([]byte("items")).Put([]byte{byte(id)}, item)
	})
}

// The transaction is begun there itself.
func (q *queue) direct() error {
	return q.db.Update(func(tx *bbolt.Tx) error {
		return q.db.Batch(func(*bbolt.Tx) error { return nil }) // want `q.db.Batch never returns`
	})
}

// A function is passed the database.
func sequence(db *bbolt.DB) error {
	return db.Update(func(tx *bbolt.Tx) error { return nil })
}

func (q *queue) passed() error {
	return q.db.Update(func(tx *bbolt.Tx) error {
		return sequence(q.db) // want `sequence never returns`
	})
}
