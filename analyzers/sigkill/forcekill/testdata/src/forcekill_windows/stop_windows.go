package forcekill

func service() {}
