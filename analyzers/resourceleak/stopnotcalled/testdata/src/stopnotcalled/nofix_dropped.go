package stopnotcalled

import "context"

func (r *rows) Each(ctx context.Context, ids []int) error {
	for _, id := range ids {
		one, _ := r.limited(ctx) // want `the function that cancels it is dropped`
		if err := r.get(one, id); err != nil {
			return err
		}
	}
	return nil
}
