package nestedtransaction_good

import "go.etcd.io/bbolt"

type queue struct{ db *bbolt.DB }

func nextID(tx *bbolt.Tx) (uint64, error) { return tx.Bucket([]byte("meta")).NextSequence() }

func (q *queue) push(item []byte) error {
	return q.db.Update(func(tx *bbolt.Tx) error {
		id, err := nextID(tx)
		if err != nil {
			return err
		}
		return tx.Bucket([]byte("items")).Put([]byte{byte(id)}, item)
	})
}
